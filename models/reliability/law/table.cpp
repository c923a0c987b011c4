#include <algorithm>
#include <cmath>
#include <utility>

#include "models/reliability/law/law.hpp"

namespace rainier::reliability {
namespace {

class Table final : public Law {
 public:
  Table(std::vector<double> cycles, const std::vector<double>& rates) : cycles_(std::move(cycles)) {
    for (const double rate : rates) logs_.push_back(std::log(rate));
  }

  double rber(double cycles) const override {
    const auto above = std::upper_bound(cycles_.begin() + 1, cycles_.end() - 1, cycles);
    const auto i = static_cast<std::size_t>(above - cycles_.begin());
    const double share = (cycles - cycles_[i - 1]) / (cycles_[i] - cycles_[i - 1]);
    return std::min(std::exp(logs_[i - 1] + share * (logs_[i] - logs_[i - 1])), 0.5);
  }

 private:
  std::vector<double> cycles_, logs_;
};

}  // namespace

std::unique_ptr<Law> make_table_law(std::vector<double> cycles, std::vector<double> rates) {
  return std::make_unique<Table>(std::move(cycles), rates);
}

}  // namespace rainier::reliability
