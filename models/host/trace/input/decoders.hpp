#pragma once

#include <memory>

#include "models/host/trace/input/byte_source.hpp"
#include "models/host/trace/input/raw_file.hpp"

/// One decoder a compression, each in a file of its own.
namespace rainier::trace {

std::unique_ptr<ByteSource> decode_nothing(std::unique_ptr<RawFile> file);
std::unique_ptr<ByteSource> decode_gzip(std::unique_ptr<RawFile> file);
std::unique_ptr<ByteSource> decode_bzip2(std::unique_ptr<RawFile> file);
std::unique_ptr<ByteSource> decode_xz(std::unique_ptr<RawFile> file);
std::unique_ptr<ByteSource> decode_zstd(std::unique_ptr<RawFile> file);

inline constexpr const char* damaged = "the compressed data is damaged";
inline constexpr const char* cut_off = "the compressed data ends too early: the file is cut off";

}  // namespace rainier::trace
