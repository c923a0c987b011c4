#include "sim/archive/compressed.hpp"

#include <zstd.h>

#include <cstring>

namespace rainier {
namespace {

std::size_t checked(std::size_t result) {
  if (ZSTD_isError(result)) throw BadArchive(ZSTD_getErrorName(result));
  return result;
}

}  // namespace

struct Compressor::State {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  std::vector<char> buffer = std::vector<char>(ZSTD_CStreamOutSize());
};

Compressor::Compressor(Sink sink) : state_(std::make_unique<State>()), sink_(std::move(sink)) {
  checked(ZSTD_CCtx_setParameter(state_->context, ZSTD_c_compressionLevel, 1));
  checked(ZSTD_CCtx_setParameter(state_->context, ZSTD_c_checksumFlag, 1));
}

Compressor::~Compressor() { ZSTD_freeCCtx(state_->context); }

void Compressor::bytes(void* data, std::size_t size) {
  ZSTD_inBuffer in{data, size, 0};
  while (in.pos < in.size) {
    ZSTD_outBuffer out{state_->buffer.data(), state_->buffer.size(), 0};
    checked(ZSTD_compressStream2(state_->context, &out, &in, ZSTD_e_continue));
    sink_({state_->buffer.data(), out.pos});
  }
}

void Compressor::finish() {
  ZSTD_inBuffer in{nullptr, 0, 0};
  for (std::size_t left = 1; left > 0;) {
    ZSTD_outBuffer out{state_->buffer.data(), state_->buffer.size(), 0};
    left = checked(ZSTD_compressStream2(state_->context, &out, &in, ZSTD_e_end));
    sink_({state_->buffer.data(), out.pos});
  }
}

struct Decompressor::State {
  ZSTD_DCtx* context = ZSTD_createDCtx();
  std::vector<char> buffer = std::vector<char>(ZSTD_DStreamInSize());
  ZSTD_inBuffer in{buffer.data(), 0, 0};
  bool ended = false;
};

Decompressor::Decompressor(std::FILE* file) : state_(std::make_unique<State>()), file_(file) {}

Decompressor::~Decompressor() { ZSTD_freeDCtx(state_->context); }

/// One step of the decoder, which may hold what it has read and not yet given. @throws if it comes to nothing
void Decompressor::step(void* data, std::size_t size, std::size_t& done) {
  ZSTD_inBuffer& in = state_->in;
  if (in.pos == in.size) in = {in.src, std::fread(state_->buffer.data(), 1, state_->buffer.size(), file_), 0};
  ZSTD_outBuffer out{data, size, done};
  const std::size_t left = checked(ZSTD_decompressStream(state_->context, &out, &in));
  state_->ended = left == 0;
  if (!state_->ended && in.size == 0 && out.pos == done) throw BadArchive("it is cut off");
  done = out.pos;
}

void Decompressor::bytes(void* data, std::size_t size) {
  for (std::size_t done = 0; done < size;) {
    if (state_->ended) throw BadArchive("it holds less than it should");
    step(data, size, done);
  }
}

void Decompressor::skip_rest() {
  std::vector<char> rest(std::size_t{1} << 16);
  while (!state_->ended) {
    std::size_t done = 0;
    step(rest.data(), rest.size(), done);
  }
  finish();
}

void Decompressor::finish() {
  char beyond = 0;
  for (std::size_t more = 0; !state_->ended;) {
    step(&beyond, 1, more);
    if (more > 0) throw BadArchive("it holds more than it should");
  }
  if (state_->in.pos < state_->in.size || std::fgetc(file_) != EOF)
    throw BadArchive("something follows its end");
}

}  // namespace rainier
