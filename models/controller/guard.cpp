#include "models/controller/guard.hpp"

#include "models/controller/controller.hpp"
#include "models/controller/layout_of.hpp"

namespace rainier::controller {
namespace {

media::Shape shape_of(const DriveConfig& c) {
  return {c.channel.dies, c.nand.planes, c.nand.blocks_per_plane, c.nand.pages_per_block, c.units_per_page()};
}

}  // namespace

Guard::Guard(Controller& drive, std::uint64_t seed)
    : drive_(drive),
      layout_(drive.ftl_.layout()),
      shape_(shape_of(drive.config_)),
      shift_(layout_.page_shift()),
      in_page_(layout_.units_per_page() - 1),
      contents_(drive.unit_bytes_),
      store_(drive.config_.media.data == media::Data::real
                 ? std::make_unique<media::PageStore>(shape_, contents_)
                 : nullptr),
      parity_(layout_, contents_),
      failures_(shape_),
      spares_(shape_, drive.config_.channel.channels, drive.bad_blocks_, usable_blocks(drive.config_)),
      random_(seed, "controller.guard"),
      surplus_(drive.ftl_.surplus()) {
  if (drive.config_.reliability.errors == reliability::Errors::drawn)
    correction_ = std::make_unique<Correction>(drive, seed);
  begin_worn(static_cast<double>(drive.config_.reliability.age.cycles));
  for (const std::string& text : drive.config_.faults) faults_.push_back(faults::parse(text));
  for (const faults::Fault& fault : faults_)
    if (fault.kind == faults::Kind::power && !power_) power_ = std::make_unique<PowerLoss>(drive, *this);
  due_.assign(faults_.size(), ~std::uint64_t{0});
  for (std::size_t i = 0; i < faults_.size(); ++i) {
    if (faults_[i].at) drive_.calendar_.at(*faults_[i].at, event::fault, static_cast<std::uint32_t>(i));
    if (faults_[i].operations) due_[i] = *faults_[i].operations;
    if (faults_[i].rate > 0) draw_next(i);
    next_due_ = std::min(next_due_, due_[i]);
  }
}

}  // namespace rainier::controller
