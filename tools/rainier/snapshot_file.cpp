#include "tools/rainier/snapshot_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include "models/ftl/revision.hpp"
#include "models/host/report/atomic_file.hpp"
#include "sim/archive/compressed.hpp"
#include "sim/config/error.hpp"
#include "sim/random/fnv.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

constexpr StateFile snapshot_file{"rainier-snapshot 2\n", "snapshot", "rainier snapshot", "save it again"};

/// Of a drive's parameters: whether its state after preconditioning depends on it.
bool decides(const std::string& path) {
  static constexpr std::array<std::string_view, 9> alone{
      "capacity",         "nand.planes",  "nand.blocks_per_plane", "nand.pages_per_block", "nand.page_bytes",
      "channel.channels", "channel.dies", "bridge.members",        "bridge.stripe"};
  return path.starts_with("ftl.") || path.starts_with("reliability.age.") ||
         std::find(alone.begin(), alone.end(), path) != alone.end();
}

void archive(Archive& a, Origin& o) {
  constexpr std::size_t longest = 4096, most = 4096;
  a.text(o.drive, longest);
  auto count = static_cast<std::uint32_t>(o.parameters.size());
  a.value(count);
  if (count > most) throw BadArchive("it names too many parameters");
  o.parameters.resize(count);
  for (auto& [path, value] : o.parameters) {
    a.text(path, longest);
    a.text(value, longest);
  }
  a.text(o.recipe, longest);
  a.value(o.seed);
  a.text(o.revision, longest);
}

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& why) {
  throw config::Error({file.string(), 0}, "", why);
}

File open(const StateFile& kind, const std::filesystem::path& path) {
  File file(std::fopen(path.c_str(), "rb"));
  if (!file) refuse(path, fmt::format("cannot be read: {}", std::strerror(errno)));
  std::string has(kind.magic.size(), '\0');
  has.resize(std::fread(has.data(), 1, has.size(), file.get()));
  if (has == kind.magic) return file;
  if (has.starts_with(kind.magic.substr(0, kind.magic.find(' ') + 1)))
    refuse(path, fmt::format("a {} of another version of Rainier: {}", kind.noun, kind.remedy));
  refuse(path, fmt::format("expected a {}, as {} writes it", kind.noun, kind.writer));
}

Origin origin_in(const StateFile& kind, const std::filesystem::path& path, bool verifies) {
  const File file = open(kind, path);
  Origin origin;
  try {
    Decompressor in(file.get());
    archive(in, origin);
    if (verifies) in.skip_rest();
  } catch (const BadArchive& error) {
    refuse(path, fmt::format("a damaged {}: {}", kind.noun, error.what()));
  }
  return origin;
}

void expect_same(const StateFile& kind, const std::filesystem::path& file, const Origin& has,
                 const Origin& wants) {
  const auto differs = [&](const std::string& what, const std::string& there, const std::string& here) {
    refuse(file,
           fmt::format("a {} of another drive: {} is {} there and {} here", kind.noun, what, there, here));
  };
  for (const auto& [path, value] : wants.parameters) {
    const auto same = [&path = path](const auto& other) { return other.first == path; };
    const auto found = std::find_if(has.parameters.begin(), has.parameters.end(), same);
    if (found == has.parameters.end()) differs(path, "unknown", value);
    if (found->second != value) differs(path, found->second, value);
  }
  if (has.parameters.size() != wants.parameters.size())
    refuse(file, fmt::format("a {} of a drive with parameters that are unknown here", kind.noun));
  if (has.seed != wants.seed)
    refuse(file, fmt::format("a {} made with --seed {}, not {}", kind.noun, has.seed, wants.seed));
  if (has.recipe != wants.recipe)
    refuse(file, fmt::format("a {} preconditioned by {}, not {}", kind.noun, has.recipe, wants.recipe));
}

}  // namespace

std::string Origin::key() const {
  std::string all = fmt::format("{}\n{}\n{}\n{}", snapshot_file.magic, recipe, seed, revision);
  for (const auto& [path, value] : parameters) all += fmt::format("\n{}={}", path, value);
  return fmt::format("{:016x}", fnv1a(all));
}

bool can_be_saved(const Setup& setup) { return setup.drive.params.media.data != media::Data::real; }

void require_savable(const Setup& setup) {
  if (!can_be_saved(setup))
    throw UsageError(
        "a drive with data=real can't be saved or restored: its bytes are no part of a snapshot");
}

Origin origin_of(const Setup& setup, const std::vector<drive::Pass>& recipe, std::uint64_t seed) {
  Origin origin{setup.drive_name, {}, drive::recipe_text(recipe), seed, std::string(ftl::revision())};
  for (const config::Leaf& leaf : setup.drive.leaves)
    if (decides(leaf.path)) origin.parameters.emplace_back(leaf.path, leaf.value);
  return origin;
}

void save_state(const StateFile& kind, const std::filesystem::path& path, const Origin& origin,
                const Archived& state) {
  host::AtomicFile file(path);
  file.write(kind.magic);
  Compressor out([&file](std::string_view bytes) { file.write(bytes); });
  Origin copy = origin;
  archive(out, copy);
  state(out);
  out.finish();
  file.flush();
  file.commit();
}

Origin read_origin(const StateFile& kind, const std::filesystem::path& path) {
  return origin_in(kind, path, false);
}

void restore_state(const StateFile& kind, const std::filesystem::path& path, const Origin& expected,
                   const Archived& state) {
  const File file = open(kind, path);
  try {
    Decompressor in(file.get());
    Origin origin;
    archive(in, origin);
    expect_same(kind, path, origin, expected);
    state(in);
    in.finish();
  } catch (const BadArchive& error) {
    refuse(path, fmt::format("a damaged {}: {}", kind.noun, error.what()));
  }
}

void save_snapshot(const std::filesystem::path& path, const Origin& origin, drive::Simulation& simulation) {
  save_state(snapshot_file, path, origin, [&simulation](Archive& a) { simulation.archive(a); });
}

Origin read_origin(const std::filesystem::path& path) { return origin_in(snapshot_file, path, false); }
Origin verify_snapshot(const std::filesystem::path& path) { return origin_in(snapshot_file, path, true); }

void restore_snapshot(const std::filesystem::path& path, const Origin& expected,
                      drive::Simulation& simulation) {
  restore_state(snapshot_file, path, expected, [&simulation](Archive& a) { simulation.archive(a); });
}

}  // namespace rainier::tool
