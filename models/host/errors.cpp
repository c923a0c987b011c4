#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "models/host/workers.hpp"

namespace rainier::host {

// What fio's thread does with a request that failed, or whose bytes are wrong: it ends the job, unless
// continue_on_error says otherwise.
void Workers::fail(Worker& w, const Request& r, int error, std::string what, bool goes_on) {
  ++w.total_errors;
  if (w.first_error == 0) w.first_error = error;
  if (goes_on || w.error != 0) return;
  w.error = error;
  w.error_text = std::move(what);
  dismiss(r.worker);
}

void Workers::give_memory(Worker& w, std::uint32_t request) {
  driver_.set_memory(request, driver_.verifier()->issue(request, driver_[request], w.job));
}

void Workers::end_request(Worker& w, std::uint32_t request) {
  const Request& r = driver_[request];
  Verifier* verifier = driver_.verifier();
  const fio::ContinueOnError& goes_on = w.job.continue_on_error;
  if (r.error != controller::Error::none) {
    if (verifier != nullptr) verifier->failed(request, r);
    const bool read = r.op == fio::Op::read;
    static constexpr std::array whys{"",
                                     "uncorrectable",
                                     "the drive is write-protected",
                                     "wrong CRC on the link",
                                     "the drive is too hot",
                                     "the drive lost its power"};
    const char* why = whys[static_cast<std::size_t>(r.error)];
    fail(
        w, r, EIO,
        fmt::format("{} of {} bytes at byte {} failed: {}", read ? "read" : "write", r.length, r.offset, why),
        read ? goes_on.read : goes_on.write);
    return;
  }
  if (verifier == nullptr) return;
  const bool verifies = w.job.verify != fio::Verify::none;
  if (verifies && w.job.do_verify && r.op == fio::Op::write) w.written.push_back({r.offset, r.length});
  // As in fio, reads of a mixed load are not checked until all is read back.
  const std::int64_t wrong = verifier->ended(request, r, w.job, verifies && (w.verifying || !w.job.writes));
  if (wrong < 0) return;
  fail(w, r, EILSEQ,
       fmt::format("verify: wrong bytes in sector {} (a read of {} bytes at byte {})", wrong, r.length,
                   r.offset),
       goes_on.verify && !w.job.verify_fatal);
}

// verify: when its work is done, the job reads back what it has written, in order of place.
bool Workers::read_back(Worker& w) {
  if (w.verifying || w.written.empty() || stopped_ || w.dismissed) return false;
  std::sort(w.written.begin(), w.written.end());
  w.written.erase(std::unique(w.written.begin(), w.written.end()), w.written.end());
  w.verifying = true;
  w.exhausted = false;
  w.filling = true;
  w.ahead_at = w.ahead_end = 0;
  w.pending.reset();
  w.state = Worker::State::running;
  return true;
}

}  // namespace rainier::host
