#include "tools/rainier/serve/keeper.hpp"

#include <fmt/format.h>

#include "models/host/report/atomic_file.hpp"

namespace rainier::live {
namespace {

using Wall = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr Wall::duration at_least = 10s, again = 500ms;

}  // namespace

Keeper::Keeper(boost::asio::io_context& io, Store& store, LiveDrive& drive, const Pace& pace)
    : store_(store), drive_(drive), is_free_(pace.is_free()), timer_(io) {
  wait(0s);
}

void Keeper::wait(Wall::duration time) {
  timer_.expires_after(time);
  timer_.async_wait([this](const boost::system::error_code& cancelled) {
    if (!cancelled) look();
  });
}

void Keeper::look() {
  if (is_free_ && drive_.outstanding() == 0 && drive_.simulation().events() != kept_at_) drive_.rest();
  if (!drive_.at_rest() || drive_.simulation().events() == kept_at_) return wait(again);
  const Wall::time_point begun = Wall::now();
  try {
    store_.keep();
  } catch (const host::FileError& error) {
    fmt::print(stderr, "rainier: {}; the drive goes on, and is kept again when there is room\n",
               error.what());
  }
  kept_at_ = drive_.simulation().events();
  wait(std::max<Wall::duration>(at_least, 100 * (Wall::now() - begun)));
}

}  // namespace rainier::live
