#include "models/host/fio/address_stream.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "models/host/fio/job_error.hpp"
#include "models/host/fio/job_file.hpp"

using namespace rainier;
using namespace rainier::fio;

namespace {

constexpr std::uint64_t drive = std::uint64_t{1} << 30;

AddressStream stream(const std::vector<std::string>& options, std::uint32_t clone = 0,
                     std::uint64_t seed = 1) {
  return AddressStream(parse_options(options).jobs.at(0), drive, clone, seed);
}

std::vector<Io> all(AddressStream s, std::size_t most = 10'000'000) {
  std::vector<Io> list;
  for (Io io; list.size() < most && s.next(io);) list.push_back(io);
  return list;
}

}  // namespace

TEST_CASE("Random requests cover every block of the range once") {
  const auto ios = all(stream({"rw=randread", "bs=4k", "size=4m", "offset=1m"}));
  std::set<std::uint64_t> seen;
  for (const Io& io : ios) {
    CHECK(io.length == 4096);
    seen.insert(io.offset);
  }
  CHECK(ios.size() == 1024);
  CHECK(seen.size() == 1024);
  CHECK(*seen.begin() == 1 << 20);
  CHECK(*seen.rbegin() == (5 << 20) - 4096);
}
