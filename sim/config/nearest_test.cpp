#include "sim/config/nearest.hpp"

#include <catch2/catch.hpp>

using namespace rainier::config;

TEST_CASE("the edit distance counts insertions, deletions, changes and swaps of neighbours once each") {
  CHECK(edit_distance("victim", "victim") == 0);
  CHECK(edit_distance("victm", "victim") == 1);
  CHECK(edit_distance("victiim", "victim") == 1);
  CHECK(edit_distance("vixtim", "victim") == 1);
  CHECK(edit_distance("vcitim", "victim") == 1);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("ca", "abc") == 3);  // optimal string alignment: no edit inside a swapped pair
}

TEST_CASE("letter case and hyphens against underscores are no mistakes") {
  CHECK(edit_distance("Read-First", "read_first") == 0);
  CHECK(nearest("TR", {"tPROG", "tR"}) == "tR");
}

TEST_CASE("a misspelt word finds its candidate") {
  const std::vector<std::string> keys = {"channels", "command_time", "cache", "scheduler", "rw", "bs"};
  CHECK(nearest("chanels", keys) == "channels");
  CHECK(nearest("comand-tiem", keys) == "command_time");
  CHECK(nearest("cahce", keys) == "cache");
  CHECK(nearest("rv", keys) == "rw");
  CHECK(nearest("sched", keys) == "scheduler");
}

TEST_CASE("a word that resembles nothing finds nothing") {
  const std::vector<std::string> keys = {"channels", "cache", "rw", "bs"};
  CHECK_FALSE(nearest("temperature", keys));
  CHECK_FALSE(nearest("x", keys));
  CHECK_FALSE(nearest("", keys));
  CHECK_FALSE(nearest("ca", keys));
  CHECK_FALSE(nearest(std::string(100'000, 'x'), keys));
  CHECK_FALSE(nearest("cache", {}));
}

TEST_CASE("of equally near candidates the first is taken, and a nearer one beats it") {
  CHECK(nearest("read1", {"read2", "read3"}) == "read2");
  CHECK(nearest("read3", {"read2", "read3"}) == "read3");
}

TEST_CASE("a beginning that two candidates share is not guessed at") {
  CHECK_FALSE(nearest("sched", {"scheduler_read", "scheduler_write"}));
}
