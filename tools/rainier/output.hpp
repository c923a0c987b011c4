#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace rainier::tool {

/// Writes to standard output. A reader that has gone (`| head`) is no error; a full disk is.
/// @throws host::FileError
void print(std::string_view text);

/// Whether a file could be written there, before a long run begins. "" and "-" always can.
/// @throws host::FileError
void check_writable(const std::string& path);

/// Writes a whole file, or standard output for "-".
void write_output(const std::string& path, std::string_view text);

/// One line on standard error that is rewritten in place, at most five times a second, and only where it is a
/// terminal. It is gone when the object is.
class Progress {
 public:
  explicit Progress(bool wanted);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  bool due();  ///< whether show() would show anything now
  void show(const std::string& text);
  void clear();

 private:
  bool enabled_;
  bool shown_ = false;
  double next_ = 0;
};

/// Seconds of wall-clock time, for progress and speed alone.
double wall_seconds();

/// 1234567.8 -> "1,234,568"
std::string grouped(double value);

}  // namespace rainier::tool
