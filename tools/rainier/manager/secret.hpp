#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace rainier::manager {

/// So many random characters of an alphabet without look-alikes, five bits each, from the system.
std::string random_text(std::size_t characters);

/// Takes as long whatever the texts hold: as the longer of them says.
bool equal_in_constant_time(std::string_view a, std::string_view b);

/// Writes it to a new file that only its owner may read, in place of what stood there.
/// @throws host::FileError
void write_secret(const std::filesystem::path& file, std::string_view secret);

}  // namespace rainier::manager
