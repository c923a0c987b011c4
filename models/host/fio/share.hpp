#pragma once

#include <string_view>
#include <vector>

#include "models/host/fio/job.hpp"
#include "models/host/fio/units.hpp"

namespace rainier::fio {

/// `bssplit=4k/60:8k/:64k/10`: entries without a percentage share what the others leave, and what a list
/// without such entries leaves under 100 goes to its largest share (as in fio 3.33). Throws ValueError: no
/// size, sum over 100, a size of 0.
std::vector<BlockShare> read_block_shares(std::string_view text, KbBase kb_base);

/// `60/10:30/20:10/70`: percent of the accesses, then percent of the range. Access must sum to 100, sizes to
/// at most 100.
std::vector<Zone> read_zones(std::string_view text);

/// `60/20g:40/100g`: percent of the accesses, then bytes.
std::vector<Zone> read_absolute_zones(std::string_view text, KbBase kb_base);

}  // namespace rainier::fio
