#pragma once

#include <string_view>

namespace rainier::ftl {

/// Changes with any source that decides what state a drive is in after preconditioning: a kept state of
/// another revision is not what this program would come to.
std::string_view revision();

}  // namespace rainier::ftl
