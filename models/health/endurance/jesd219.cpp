#include "models/health/endurance/endurance.hpp"

namespace rainier::health {

EnduranceWorkload jesd219() {
  constexpr std::uint64_t sector = 512, page = 4096;
  EnduranceWorkload workload;
  for (const std::uint64_t sectors : {2, 3, 4, 5, 6, 7})
    workload.sizes.push_back({sectors * sector, sector, 0.01});
  workload.sizes.insert(workload.sizes.end(), {{sector, sector, 0.04},
                                               {page, page, 0.67},
                                               {2 * page, page, 0.10},
                                               {4 * page, page, 0.07},
                                               {8 * page, page, 0.03},
                                               {16 * page, page, 0.03}});
  workload.zones = {{0.5, 0.05}, {0.3, 0.15}, {0.2, 0.8}};
  return workload;
}

}  // namespace rainier::health
