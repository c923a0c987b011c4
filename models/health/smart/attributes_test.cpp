#include "models/health/smart/attributes.hpp"

#include <catch2/catch.hpp>
#include <map>

using namespace rainier::health;

namespace {

std::map<int, Attribute> table_of(const Vitals& vitals, const std::vector<std::string>& without = {}) {
  std::map<int, Attribute> table;
  for (const Attribute& a : attributes_of(vitals, without)) table[a.id] = a;
  return table;
}

}  // namespace

TEST_CASE("a new drive is in order, and all of its values are at their best") {
  Vitals v;
  v.spare_blocks = v.spare_blocks_left = 1000;
  v.write_protect_share = 0.1;
  const auto table = table_of(v);
  CHECK(table.size() == attribute_names().size());
  for (const auto& [id, a] : table) {
    INFO(a.name);
    CHECK(a.value == (id == 194 ? 75 : 100));
    CHECK_FALSE(a.failing());
  }
  CHECK(table.at(180).raw == 1000);
  CHECK(table.at(180).threshold == 10);
  CHECK(passes(attributes_of(v), v));
}

TEST_CASE("spare blocks, life and write protection go down together with what is left") {
  Vitals v;
  v.spare_blocks = 1000;
  v.spare_blocks_left = 550;
  v.write_protect_share = 0.1;
  v.percent_of_life = 37.9;
  v.mean_erases = 37'900;
  v.program_failures = 12;
  v.reconstructed = 5;
  v.uncorrectable = 2;
  v.read_again = 30;
  const auto table = table_of(v);
  CHECK(table.at(5).raw == 450);
  CHECK(table.at(5).value == 55);
  CHECK(table.at(242).raw == 50);  // 450 of the 900 that may go
  CHECK(table.at(242).value == 50);
  CHECK(table.at(202).raw == 37);
  CHECK(table.at(202).value == 62);
  CHECK(table.at(173).raw == 37'900);
  CHECK(table.at(171).raw == 12);
  CHECK(table.at(1).raw == 37);
  CHECK(table.at(187).raw == 2);
  CHECK(table.at(210).raw == 5);
}

TEST_CASE("a drive whose over-provisioning still feeds its spare blocks is far from write protection") {
  Vitals v;
  v.write_protect_share = 0.1;
  // Of 100 spare blocks and 900 of over-provisioning 440 have failed; 385 were given, of which 45 are left.
  v.spare_blocks = 100 + 385;
  v.spare_blocks_left = 45;
  v.stand_ins = 1000;
  v.stand_ins_left = 45 + 515;
  CHECK(table_of(v).at(180).raw == 45);
  CHECK(table_of(v).at(180).value == 56);
  CHECK_FALSE(table_of(v).at(180).failing());
  CHECK(v.write_protect_progress() == Approx(100 * 440 / 900.0));
  CHECK(passes(attributes_of(v), v));
  v.write_protected = true;
  CHECK(table_of(v).at(180).value == 10);
  CHECK(table_of(v).at(180).failing());
  CHECK(table_of(v).at(242).raw == 100);
}

TEST_CASE("a drive below its share of spare blocks fails, one that is worn has only aged") {
  Vitals v;
  v.spare_blocks = 1000;
  v.spare_blocks_left = 99;
  v.write_protect_share = 0.1;
  CHECK(table_of(v).at(180).failing());
  CHECK_FALSE(passes(attributes_of(v), v));
  CHECK(table_of(v).at(242).raw == 100);
  v.spare_blocks_left = 1000;
  v.percent_of_life = 180;
  CHECK(table_of(v).at(202).raw == 100);
  CHECK(table_of(v).at(202).failing());
  CHECK(passes(attributes_of(v), v));
  v.shut_down = true;
  CHECK_FALSE(passes(attributes_of(v), v));
}

TEST_CASE("the raw temperature holds what it is, was at least and at most") {
  Vitals v;
  v.temperature = 54.6;
  v.lowest = 31.2;
  v.highest = 61.4;
  const Attribute a = table_of(v).at(194);
  CHECK(a.raw == (55 | 31 << 16 | std::uint64_t{61} << 32));
  CHECK(a.raw_text == "55 (Min/Max 31/61)");
  CHECK(a.value == 45);
  CHECK(a.worst == 38);
}

TEST_CASE("a drive does not report the attributes that it is said to lack") {
  const auto table = table_of(Vitals(), {"life_used", "crc_errors"});
  CHECK(table.size() == attribute_names().size() - 2);
  CHECK(table.at(12).raw == 1);
  CHECK_FALSE(table.contains(202));
  CHECK_FALSE(table.contains(199));
}
