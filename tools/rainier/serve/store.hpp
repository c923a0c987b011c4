#pragma once

#include <string>

#include "tools/rainier/serve/image.hpp"
#include "tools/rainier/serve/live_setup.hpp"

namespace rainier::live {

/// Where a live drive outlasts its process: its bytes in the image FILE, as they are written, and all else
/// that outlasts a drive's power in FILE.state: map, wear, failures, counts and log. That is written when the
/// drive is at rest: at an orderly end, and now and then. After any other end the drive is as it was kept
/// last, holds the bytes that it holds now, and has lost its power unexpectedly; what it forgot is the wear
/// since then, and failures that nobody repeats.
class Store {
 public:
  /// Whether a drive goes on there, rather than begins: then it is not preconditioned.
  static bool goes_on(const std::string& file);

  /// @param live    a drive that was just made, preconditioned unless it goes on
  /// @param recipe  as the user gave it
  /// @throws tool::UsageError, config::Error where the drive there is another one, with what differs
  Store(const std::string& file, LiveSetup& live, const std::string& recipe);

  Image& image() { return image_; }
  /// The state that the drive begins with, where it goes on. @throws host::FileError
  void copy_state(const std::string& to) const;
  /// Before anyone is served: gives the drive its bytes and, after an end that was not orderly, cuts its
  /// power.
  void bring_back(bool quiet);
  /// Keeps the drive, which must be at rest. @throws host::FileError
  void keep();
  /// The same at an orderly end.
  void end();

 private:
  std::string state_;
  LiveSetup& live_;
  bool goes_on_;
  Image image_;
};

}  // namespace rainier::live
