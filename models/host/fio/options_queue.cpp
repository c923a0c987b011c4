#include <array>

#include "models/host/fio/count.hpp"
#include "models/host/fio/option.hpp"

namespace rainier::fio {

namespace {

constexpr std::array table{
    Option{"iodepth", "", Form::value,
           [](Draft& draft, std::string_view value) {
             draft.job.iodepth = read_positive_count(value, draft.kb_base);
           }},
    Option{"iodepth_batch", "iodepth_batch_submit", Form::value,
           [](Draft& draft, std::string_view value) {
             draft.job.batch_submit = read_count(value, draft.kb_base);
           }},
    Option{"iodepth_batch_complete_min", "iodepth_batch_complete", Form::value,
           [](Draft& draft, std::string_view value) {
             draft.job.batch_complete_min = read_count(value, draft.kb_base);
           }},
    Option{
        "iodepth_batch_complete_max", "", Form::value,
        [](Draft& draft, std::string_view value) { draft.complete_max = read_count(value, draft.kb_base); }},
    Option{"iodepth_low", "", Form::value,
           [](Draft& draft, std::string_view value) {
             draft.job.iodepth_low = read_count(value, draft.kb_base);
           }},
    Option{"fsync", "", Form::value,
           [](Draft& draft, std::string_view value) { draft.job.fsync = read_count(value, draft.kb_base); }},
    Option{
        "fdatasync", "", Form::value,
        [](Draft& draft, std::string_view value) { draft.job.fdatasync = read_count(value, draft.kb_base); }},
    Option{"end_fsync", "", Form::value,
           [](Draft& draft, std::string_view value) { draft.job.end_fsync = read_bool(value); }},
};

}  // namespace

std::span<const Option> queue_options() { return table; }

}  // namespace rainier::fio
