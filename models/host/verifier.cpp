#include "models/host/verifier.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "models/media/crc32c.hpp"

namespace rainier::host {
namespace {

/// What a sector begins with; the rest follows from it.
struct Header {
  static constexpr std::uint32_t expected = 0x52e1a1e5;
  std::uint32_t magic = expected;
  std::uint32_t crc = 0;  ///< of the sector with this field 0
  std::uint64_t sector = 0;
  std::uint32_t version = 0, reserved = 0;
};

void fill(std::byte* data, std::uint64_t sector, std::uint32_t version) {
  std::array<std::uint64_t, Verifier::sector_bytes / 8> words;
  std::uint64_t x = sector * 0x9e3779b97f4a7c15 ^ version * 0xd1342543de82ef95;
  for (std::uint64_t& word : words) word = x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9;
  Header header;
  header.sector = sector;
  header.version = version;
  std::memcpy(words.data(), &header, sizeof header);
  std::memcpy(data, words.data(), Verifier::sector_bytes);
  header.crc = media::crc32c(data, Verifier::sector_bytes);
  std::memcpy(data, &header, sizeof header);
}

bool is_zero(std::span<const std::byte> data) {
  return data[0] == std::byte{0} && std::memcmp(data.data(), data.data() + 1, data.size() - 1) == 0;
}

std::byte pattern_byte(const fio::Job& job, std::uint64_t at) {
  return static_cast<std::byte>(job.verify_pattern[at % job.verify_pattern.size()]);
}

}  // namespace

Verifier::Verifier(std::uint64_t drive_bytes)
    : least_(drive_bytes / sector_bytes + 1), unknown_(drive_bytes / sector_bytes + 1) {}

Verifier::Buffer& Verifier::buffer(std::uint32_t slot) {
  if (slot >= buffers_.size()) buffers_.resize(std::max<std::size_t>(slot + 1, 2 * buffers_.size()));
  return buffers_[slot];
}

std::byte* Verifier::issue(std::uint32_t slot, const Request& r, const fio::Job& job) {
  const std::uint64_t first = r.offset / sector_bytes, count = r.length / sector_bytes;
  Buffer& b = buffer(slot);
  if (r.op == fio::Op::trim) {
    for (std::uint64_t i = 0; i < count; ++i) unknown_[first + i] = 1;
    return nullptr;
  }
  if (r.op != fio::Op::read && r.op != fio::Op::write) return nullptr;
  b.bytes.resize(r.length);
  if (r.op == fio::Op::read) {
    b.least.resize(count);
    for (std::uint64_t i = 0; i < count; ++i) b.least[i] = unknown_[first + i] != 0 ? 0 : least_[first + i];
    return b.bytes.data();
  }
  b.version = ++version_;
  const bool own_pattern = job.verify == fio::Verify::pattern;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto [at, is_first] = under_way_.try_emplace(first + i, UnderWay{1, b.version});
    if (!is_first) ++at->second.count;
    if (own_pattern)
      unknown_[first + i] = 1;
    else
      fill(b.bytes.data() + i * sector_bytes, first + i, b.version);
  }
  if (own_pattern)
    for (std::uint64_t i = 0; i < r.length; ++i) b.bytes[i] = pattern_byte(job, i);
  return b.bytes.data();
}

void Verifier::write_ended(const Request& r, bool happened) {
  const std::uint64_t first = r.offset / sector_bytes;
  for (std::uint64_t sector = first; sector < first + r.length / sector_bytes; ++sector) {
    const auto at = under_way_.find(sector);
    if (!happened) at->second.oldest = std::min(at->second.oldest, least_[sector]);
    if (--at->second.count > 0) continue;
    least_[sector] = std::max(least_[sector], at->second.oldest);
    under_way_.erase(at);
  }
}

void Verifier::failed(std::uint32_t, const Request& r) {
  if (r.op == fio::Op::write) write_ended(r, false);
}

void Verifier::overwritten(std::uint64_t offset, std::uint64_t length) {
  const std::uint64_t end = std::min<std::uint64_t>((offset + length) / sector_bytes, least_.size());
  for (std::uint64_t sector = offset / sector_bytes; sector < end; ++sector) {
    least_[sector] = 0;
    unknown_[sector] = 1;
  }
}

bool Verifier::is_right(std::uint64_t sector, std::span<const std::byte> data, std::uint32_t least) const {
  if (is_zero(data)) return least == 0;
  Header header;
  std::memcpy(&header, data.data(), sizeof header);
  if (header.magic != Header::expected) return unknown_[sector] != 0;
  std::array<std::byte, sector_bytes> expected;
  fill(expected.data(), sector, header.version);
  return header.version >= least && header.version <= version_ &&
         std::memcmp(expected.data(), data.data(), sector_bytes) == 0;
}

std::int64_t Verifier::check(const Request& r, const Buffer& b, const fio::Job& job) {
  const std::uint64_t first = r.offset / sector_bytes, count = r.length / sector_bytes;
  std::int64_t found = -1;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::span data(b.bytes.data() + i * sector_bytes, sector_bytes);
    bool right = true;
    if (job.verify == fio::Verify::pattern)
      for (std::uint64_t at = 0; at < sector_bytes && right; ++at)
        right = data[at] == pattern_byte(job, i * sector_bytes + at);
    else
      right = is_right(first + i, data, b.least[i]);
    ++checked_;
    if (right) continue;
    ++wrong_;
    if (found < 0) found = static_cast<std::int64_t>(first + i);
  }
  return found;
}

std::int64_t Verifier::ended(std::uint32_t slot, const Request& r, const fio::Job& job, bool asked) {
  if (r.op == fio::Op::write) {
    write_ended(r, true);
    if (job.verify != fio::Verify::pattern)
      for (std::uint64_t i = 0; i < r.length / sector_bytes; ++i) unknown_[r.offset / sector_bytes + i] = 0;
    return -1;
  }
  return r.op == fio::Op::read && asked ? check(r, buffer(slot), job) : -1;
}

}  // namespace rainier::host
