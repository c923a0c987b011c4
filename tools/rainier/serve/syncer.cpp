#include "tools/rainier/serve/syncer.hpp"

#include <boost/asio/post.hpp>
#include <utility>

namespace rainier::live {

void Syncer::sync(Told told) {
  waiting_.push_back(std::move(told));
  if (!busy_) begin();
}

void Syncer::begin() {
  busy_ = true;
  served_.swap(waiting_);
  boost::asio::post(thread_, [this] {
    const int error = image_.sync();
    boost::asio::post(io_, [this, error] { end(error); });
  });
}

void Syncer::end(int error) {
  if (error_ == 0) error_ = error;
  busy_ = false;
  const std::vector<Told> served = std::exchange(served_, {});
  if (!waiting_.empty()) begin();
  for (const Told& told : served) told(error_);
}

}  // namespace rainier::live
