#include "models/host/trace/output/writer.hpp"

#include "models/host/trace/output/writers.hpp"

namespace rainier::trace {

std::unique_ptr<Writer> make_writer(std::string_view format) {
  if (format == "csv") return make_csv_writer();
  if (format == "iolog") return make_iolog_writer();
  if (format == "mqsim") return make_mqsim_writer();
  if (format == "blktrace") return make_blktrace_writer();
  return nullptr;
}

const std::vector<std::string>& writable_formats() {
  static const std::vector<std::string> names{"csv", "iolog", "mqsim", "blktrace"};
  return names;
}

}  // namespace rainier::trace
