#include "models/controller/coalescer.hpp"

#include <catch2/catch.hpp>

using namespace rainier::controller;
using Answer = Coalescer::Answer;

namespace {

Coalescer of_count(std::uint32_t count) {
  Params params;
  params.coalesce_count = count;
  return Coalescer(params);
}

/// The host's interrupt: takes everything, then lets interrupts come again.
Answer serve(Coalescer& coalescer) {
  coalescer.taken();
  return coalescer.enable();
}

}  // namespace

TEST_CASE("the first completion arms the timer, the one that makes the count raises the interrupt") {
  Coalescer coalescer = of_count(4);
  CHECK(coalescer.completed(10) == Answer::arm);
  CHECK(coalescer.completed(10) == Answer::wait);
  CHECK(coalescer.completed(10) == Answer::wait);
  CHECK(coalescer.completed(10) == Answer::raise);
  CHECK(coalescer.raised() == 1);
}

TEST_CASE("a completion that leaves nothing outstanding raises at once") {
  Coalescer coalescer = of_count(4);
  CHECK(coalescer.completed(0) == Answer::raise);
}

TEST_CASE("a count of one raises for every completion") {
  Coalescer coalescer = of_count(1);
  for (int i = 0; i < 3; ++i) {
    CHECK(coalescer.completed(5) == Answer::raise);
    CHECK(serve(coalescer) == Answer::wait);
  }
  CHECK(coalescer.raised() == 3);
}

TEST_CASE("the timer raises what waits, once") {
  Coalescer coalescer = of_count(4);
  CHECK(coalescer.completed(10) == Answer::arm);
  const std::uint32_t epoch = coalescer.epoch();
  CHECK(coalescer.expired(epoch) == Answer::raise);
  CHECK(coalescer.expired(epoch) == Answer::wait);
}

TEST_CASE("a timer that an interrupt has overtaken raises nothing") {
  Coalescer coalescer = of_count(2);
  CHECK(coalescer.completed(10) == Answer::arm);
  const std::uint32_t epoch = coalescer.epoch();
  CHECK(coalescer.completed(10) == Answer::raise);
  CHECK(serve(coalescer) == Answer::wait);
  CHECK(coalescer.completed(10) == Answer::arm);
  CHECK(coalescer.expired(epoch) == Answer::wait);
  CHECK(coalescer.expired(coalescer.epoch()) == Answer::raise);
}

TEST_CASE("while the host works completions gather, and are raised when it is done") {
  Coalescer coalescer = of_count(2);
  coalescer.completed(10);
  CHECK(coalescer.completed(10) == Answer::raise);
  coalescer.taken();
  CHECK_FALSE(coalescer.enabled());
  CHECK(coalescer.completed(10) == Answer::wait);
  CHECK(coalescer.completed(0) == Answer::wait);
  CHECK(coalescer.enable() == Answer::raise);
  CHECK(serve(coalescer) == Answer::wait);
  CHECK(coalescer.enabled());
}
