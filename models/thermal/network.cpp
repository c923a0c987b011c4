#include "models/thermal/network.hpp"

#include <Eigen/Dense>

namespace rainier::thermal {

struct Network::Matrices {
  Eigen::VectorXd capacity;  ///< over the length of a step
  Eigen::VectorXd to_air;
  Eigen::LDLT<Eigen::MatrixXd> moving, resting;
};

Network::Network(const std::vector<Node>& nodes, const std::vector<Coupling>& couplings, double step_seconds)
    : matrices_(std::make_unique<Matrices>()) {
  const auto size = static_cast<Eigen::Index>(nodes.size());
  Matrices& m = *matrices_;
  m.capacity.resize(size);
  m.to_air.resize(size);
  Eigen::MatrixXd conductance = Eigen::MatrixXd::Zero(size, size);
  for (Eigen::Index i = 0; i < size; ++i) {
    const Node& node = nodes[static_cast<std::size_t>(i)];
    m.capacity[i] = node.joules_per_degree / step_seconds;
    m.to_air[i] = conductance(i, i) = node.watts_per_degree_to_air;
  }
  for (const Coupling& c : couplings) {
    const auto one = static_cast<Eigen::Index>(c.one), other = static_cast<Eigen::Index>(c.other);
    conductance(one, one) += c.watts_per_degree;
    conductance(other, other) += c.watts_per_degree;
    conductance(one, other) -= c.watts_per_degree;
    conductance(other, one) -= c.watts_per_degree;
  }
  m.resting.compute(conductance);
  conductance.diagonal() += m.capacity;
  m.moving.compute(conductance);
}

Network::~Network() = default;

void Network::step(std::span<double> temperatures, std::span<const double> watts, double air) const {
  const Matrices& m = *matrices_;
  Eigen::Map<Eigen::VectorXd> t(temperatures.data(), m.capacity.size());
  const Eigen::Map<const Eigen::VectorXd> p(watts.data(), m.capacity.size());
  t = m.moving.solve(m.capacity.cwiseProduct(t) + p + m.to_air * air);
}

std::vector<double> Network::steady(std::span<const double> watts, double air) const {
  const Matrices& m = *matrices_;
  std::vector<double> temperatures(watts.size());
  Eigen::Map<Eigen::VectorXd> t(temperatures.data(), m.capacity.size());
  t = m.resting.solve(Eigen::Map<const Eigen::VectorXd>(watts.data(), m.capacity.size()) + m.to_air * air);
  return temperatures;
}

}  // namespace rainier::thermal
