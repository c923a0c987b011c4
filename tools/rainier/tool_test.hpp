#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "models/host/report/scratch_folder.hpp"

/// For tests of the executable: what a user of a shell sees.
namespace rainier::tool {

inline std::string content(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

struct Ran {
  int status;
  std::string out, err;
};

/// Runs `rainier ARGUMENTS` by the shell, in the folder.
inline Ran shell(const host::ScratchFolder& folder, const std::string& arguments) {
  const std::string command =
      "cd '" + (folder / "").string() + "' && " RAINIER_TOOL " " + arguments + " >out 2>err </dev/null";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(folder / "out"), content(folder / "err")};
}

/// A drive that is made and filled in an instant: 1 GiB raw.
inline const std::string small_drive =
    "--drive generic-8x4 --set nand.blocks_per_plane=32 --set capacity=768MiB ";
inline const std::string short_read =
    "--rw=randread --bs=4k --iodepth=8 --time_based --runtime=20ms --norandommap ";

}  // namespace rainier::tool
