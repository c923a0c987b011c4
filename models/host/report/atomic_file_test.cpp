#include "models/host/report/atomic_file.hpp"

#include <sys/resource.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <utility>

#include "models/host/report/scratch_folder.hpp"

using namespace rainier::host;
namespace fs = std::filesystem;

namespace {

/// Makes writes beyond so many bytes fail, as a full disk would, for root too.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    old_handler_ = std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit limit{bytes, old_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, old_handler_);
  }

 private:
  rlimit old_{};
  void (*old_handler_)(int) = nullptr;
};

std::string error_of_writing(const fs::path& path, std::string_view content) {
  try {
    write_file(path, content);
  } catch (const FileError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("A file takes its name only when it is whole") {
  const ScratchFolder folder;
  const fs::path path = folder / "out.json";
  AtomicFile file(path);
  file.write("first ");
  CHECK_FALSE(fs::exists(path));
  file.write("second");
  file.commit();
  CHECK(folder.content("out.json") == "first second");
  CHECK(folder.names() == std::vector<std::string>{"out.json"});
}

TEST_CASE("A file that is given up leaves nothing and keeps what was there") {
  const ScratchFolder folder;
  write_file(folder / "out", "old");
  {
    AtomicFile file(folder / "out");
    file.write("new");
  }
  CHECK(folder.content("out") == "old");
  CHECK(folder.names() == std::vector<std::string>{"out"});
}

TEST_CASE("A file is replaced by a new one of the same mode") {
  const ScratchFolder folder;
  write_file(folder / "out", "a long old content");
  fs::permissions(folder / "out", fs::perms::owner_read | fs::perms::owner_write);
  write_file(folder / "out", "new");
  CHECK(folder.content("out") == "new");
  CHECK(fs::status(folder / "out").permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("A link to a file stays a link") {
  const ScratchFolder folder;
  write_file(folder / "real", "old");
  fs::create_symlink("real", folder / "link");
  write_file(folder / "link", "new");
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(folder.content("real") == "new");
}

TEST_CASE("A folder that does not exist is one line with path and reason") {
  const ScratchFolder folder;
  const fs::path path = folder / "missing" / "out";
  CHECK(error_of_writing(path, "x") == "cannot write " + path.string() + ": No such file or directory");
}

TEST_CASE("A folder in the place of the file, or a file in the place of the folder, is refused") {
  const ScratchFolder folder;
  fs::create_directory(folder / "sub");
  write_file(folder / "plain", "kept");
  CHECK(error_of_writing(folder / "sub", "x") ==
        "cannot write " + (folder / "sub").string() + ": Is a directory");
  CHECK(error_of_writing(folder / "plain" / "out", "x") ==
        "cannot write " + (folder / "plain" / "out").string() + ": Not a directory");
  CHECK(folder.content("plain") == "kept");
}

TEST_CASE("A disk that fills up is one line, and no half of the file stays") {
  const ScratchFolder folder;
  write_file(folder / "out", "old");
  std::string error;
  {
    const FileSizeLimit limit(1000);
    error = error_of_writing(folder / "out", std::string(1'000'000, 'x'));
  }
  CHECK(error == "cannot write " + (folder / "out").string() + ": File too large");
  CHECK(folder.names() == std::vector<std::string>{"out"});
  CHECK(folder.content("out") == "old");
}

TEST_CASE("What is no regular file is written to directly, and its errors are told") {
  if (!fs::exists("/dev/full")) return;
  CHECK(error_of_writing("/dev/full", "x") == "cannot write /dev/full: No space left on device");
  CHECK(error_of_writing("/dev/null", "x") == "no error");
  CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("A file that was moved is committed once") {
  const ScratchFolder folder;
  AtomicFile first(folder / "out");
  first.write("x");
  AtomicFile second(std::move(first));
  second.commit();
  CHECK(folder.content("out") == "x");
}
