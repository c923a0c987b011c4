#include "models/ftl/revision.hpp"

namespace rainier::ftl {

std::string_view revision() { return RAINIER_FTL_REVISION; }

}  // namespace rainier::ftl
