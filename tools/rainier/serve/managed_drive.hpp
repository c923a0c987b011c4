#pragma once

#include "tools/rainier/manager/gauges.hpp"
#include "tools/rainier/manager/managed.hpp"
#include "tools/rainier/serve/clock.hpp"
#include "tools/rainier/serve/image.hpp"
#include "tools/rainier/serve/live_drive.hpp"
#include "tools/rainier/serve/server.hpp"

namespace rainier::live {

/// A live drive as its manager sees it: what is done to it is done at the drive's present moment, and stands
/// in its log.
class ManagedDrive final : public manager::Managed, private Asker {
 public:
  ManagedDrive(health::Identity identity, const Served& served, const Server& server);

  manager::Status status() override;
  void look() override { gauges_.look(); }
  std::string perform(const manager::Action& action) override;

 private:
  void act(const std::string& what);
  std::string erase();
  void erase_next();
  void ended(std::uint32_t tag, controller::Error error) override;
  std::string self_test();

  const Served& served_;
  const Server& server_;
  manager::Gauges gauges_;
  bool locating_ = false;
  std::uint64_t erased_ = 0;  ///< bytes, of the erase under way
  bool erasing_ = false, erase_failed_ = false;
};

}  // namespace rainier::live
