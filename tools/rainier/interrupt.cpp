#include "tools/rainier/interrupt.hpp"

#include <csignal>

namespace rainier::tool {
namespace {

volatile std::sig_atomic_t seen = 0;

extern "C" void remember(int) {
  seen = 1;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = remember;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return seen != 0; }

}  // namespace rainier::tool
