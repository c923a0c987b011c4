#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/host/fio/job.hpp"
#include "models/host/fio/units.hpp"

namespace rainier::fio {

/// A job while its options are being read: what has to wait for the other options before it means something.
struct Draft {
  Job job;
  KbBase kb_base = KbBase::binary;
  std::map<std::string, Origin> written;  ///< where each option was last set, by its canonical name

  PerDirection<std::optional<std::uint64_t>> block;
  PerDirection<std::vector<BlockShare>> split;  ///< bssplit; beats bsrange, which beats bs
  std::optional<std::uint64_t> modifier;        ///< the N of rw=randread:N
  bool backwards = false;                       ///< rw=read:-N
  std::optional<std::uint32_t> complete_max;
  bool exit_all = false;
  ExitAll exit_what = ExitAll::group;
};

/// The job with everything resolved and checked that does not need the drive. Throws JobError.
Job finish(Draft draft);

}  // namespace rainier::fio
