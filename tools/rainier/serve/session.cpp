#include "tools/rainier/serve/session.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/write.hpp>
#include <cerrno>
#include <cstring>

namespace rainier::live {
namespace {

using nbd::Command;
using nbd::Error;

constexpr std::size_t least_input = 8 << 10, most_input = 256 << 10;  // grows with what comes at once
constexpr std::uint32_t nothing = ~std::uint32_t{0};
constexpr std::size_t zero_bytes = 1 << 20;

Error error_of(controller::Error error) { return error == controller::Error::none ? Error::none : Error::io; }
Error error_of(int error) {
  if (error == 0) return Error::none;
  return error == ENOSPC || error == EDQUOT || error == EFBIG ? Error::no_space : Error::io;
}

/// Read only: the drive takes writes' memory as it is.
std::byte* zeros() {
  static std::vector<std::byte> bytes(zero_bytes);
  return bytes.data();
}

}  // namespace

Session::Session(Socket socket, Served& served, Limits limits)
    : socket_(std::move(socket)),
      served_(served),
      limits_(limits),
      timer_(socket_.get_executor()),
      negotiation_(served.device),
      in_(least_input),
      filling_(nothing) {}

void Session::start() {
  timer_.expires_after(limits_.handshake);
  timer_.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
    if (!error && self->talking()) self->close();
  });
  out_ = nbd::Negotiation::greeting();
  flush();
  read();
}

std::size_t Session::held() const { return bytes_ + out_.size() + sending_.size(); }

/// Where the others have taken all there is, what is left to each is enough for small requests.
bool Session::has_room(std::size_t more) const {
  return served_.bytes < served_.most_bytes || held() + more <= limits_.reserved;
}

bool Session::held_back() const {
  return flights_.used() >= limits_.requests || held() >= limits_.bytes || !has_room(0);
}

/// Brings the sum over all sessions up to date.
void Session::count() {
  const std::size_t now = held();
  const bool was_full = served_.bytes >= served_.most_bytes;
  served_.bytes += now - counted_;
  counted_ = now;
  if (was_full && served_.bytes < served_.most_bytes && served_.has_room) served_.has_room();
}

void Session::read() {
  if (reading_ || closed_ || finishing_ || held_back() || end_ == in_.size()) return;
  reading_ = true;
  socket_.async_read_some(
      boost::asio::buffer(in_.data() + end_, in_.size() - end_),
      [self = shared_from_this()](const boost::system::error_code& error, std::size_t bytes) {
        self->reading_ = false;
        if (error) return self->close();
        if (self->end_ + bytes == self->in_.size() && self->in_.size() < most_input)
          self->in_.resize(4 * self->in_.size());
        self->take(bytes);
      });
}

void Session::take(std::size_t bytes) {
  end_ += bytes;
  served_.clock.arrive();
  parse();
  served_.clock.kick();
  flush();
  read();
}

void Session::parse() {
  if (parsing_) return;
  parsing_ = true;
  while (!closed_ && !finishing_ && !held_back() && parse_one()) {
  }
  parsing_ = false;
  if (begin_ == 0) return;
  std::memmove(in_.data(), in_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
}

/// False if it needs more bytes, or more room.
bool Session::parse_one() {
  const std::span<const std::byte> input(in_.data() + begin_, end_ - begin_);
  if (talking()) {
    const std::size_t taken = negotiation_.take(input, out_);
    begin_ += taken;
    if (negotiation_.state() == nbd::Negotiation::State::over) finish();
    if (negotiation_.state() == nbd::Negotiation::State::chosen) timer_.cancel();
    return taken > 0;
  }
  if (filling_ != nothing) {
    if (input.empty()) return false;
    fill();
    return true;
  }
  if (input.size() < nbd::request_bytes) return false;
  const auto request = nbd::parse_request(input.first<nbd::request_bytes>());
  const bool carries_data =
      request && (request->command == Command::read || request->command == Command::write);
  if (carries_data && !has_room(request->length)) return false;
  begin_ += nbd::request_bytes;
  if (request)
    begin(*request);
  else
    close();
  return true;
}

void Session::begin(const nbd::Request& request) {
  if (request.command == Command::disconnect) return finish();
  const Error error = nbd::check(request, served_.device.size, served_.device.least, served_.device.most,
                                 negotiation_.context());
  const bool writes = request.command == Command::write;
  // More than is taken, and it may never come: nothing to wait for.
  if (writes && request.length > served_.device.most) return close();
  if (error != Error::none && !(writes && request.length > 0)) return answer(request, error);
  if (request.command == Command::block_status) return status(request);
  if (flights_.used() == 0) self_ = shared_from_this();
  const std::uint32_t tag = flights_.take();
  Flight& flight = flights_[tag];
  flight = {request, error, nullptr, 0, false};
  if (writes || request.command == Command::read) {
    // Of a write no more than has come is touched, and counts.
    flight.bytes = writes ? std::make_unique_for_overwrite<std::byte[]>(request.length)
                          : std::make_unique<std::byte[]>(request.length);
    if (!writes) bytes_ += request.length;
  }
  if (!writes) return submit(tag);
  filling_ = tag;
  filled_ = 0;
}

/// A write's data.
void Session::fill() {
  Flight& flight = flights_[filling_];
  const std::size_t bytes = std::min<std::size_t>(flight.request.length - filled_, end_ - begin_);
  std::memcpy(flight.bytes.get() + filled_, in_.data() + begin_, bytes);
  filled_ += bytes;
  begin_ += bytes;
  bytes_ += bytes;
  if (filled_ == flight.request.length) submit(std::exchange(filling_, nothing));
}

void Session::ask(Op op, std::uint64_t offset, std::uint64_t length, std::byte* memory, std::uint32_t tag) {
  ++flights_[tag].parts;
  served_.drive.ask(op, offset, length, memory, *this, tag);
}

void Session::submit(std::uint32_t tag) {
  Flight& flight = flights_[tag];
  const nbd::Request& r = flight.request;
  if (flight.error != Error::none) return reply(tag);
  switch (r.command) {
    case Command::read:
      return ask(Op::read, r.offset, r.length, flight.bytes.get(), tag);
    case Command::write:
      // Kept before it is acknowledged; what the file could not take the drive does not get.
      if (served_.image != nullptr)
        flight.error = error_of(served_.image->write(r.offset, {flight.bytes.get(), r.length}));
      if (flight.error != Error::none) return reply(tag);
      if ((r.flags & nbd::flag::fua) != 0) sync(tag);
      return ask(Op::write, r.offset, r.length, flight.bytes.get(), tag);
    case Command::trim:
    case Command::write_zeroes:
      return submit_zeroes(tag);
    default:
      sync(tag);
      return ask(Op::flush, 0, 0, nullptr, tag);
  }
}

/// Whole mapping units are trimmed, unless they are to stay allocated; of the others zeros are written.
void Session::submit_zeroes(std::uint32_t tag) {
  const nbd::Request r = flights_[tag].request;
  const std::uint64_t unit = served_.drive.simulation().controller().config().unit_bytes();
  const std::uint64_t end = r.offset + r.length;
  std::uint64_t first = (r.offset + unit - 1) / unit * unit, last = end / unit * unit;
  if (end == served_.device.size) last = end;  // the last unit may be cut short by it
  const bool trims = r.command == Command::trim;
  if (first >= last || (!trims && (r.flags & nbd::flag::no_hole) != 0)) first = last = end;
  if (served_.image != nullptr) {
    const std::uint64_t from = trims ? first : r.offset, to = trims ? last : end;
    if (from < to) flights_[tag].error = error_of(served_.image->zero(from, to - from));
  }
  if (flights_[tag].error != Error::none || (trims && first >= last)) return reply(tag);
  if ((r.flags & nbd::flag::fua) != 0) sync(tag);
  // Held until all are asked for.
  ++flights_[tag].parts;
  const auto write = [&](std::uint64_t from, std::uint64_t to) {
    for (; from < to; from += std::min<std::uint64_t>(zero_bytes, to - from))
      ask(Op::write, from, std::min<std::uint64_t>(zero_bytes, to - from), zeros(), tag);
  };
  if (!trims) write(r.offset, first);
  if (first < last) ask(Op::trim, first, last - first, nullptr, tag);
  if (!trims) write(last, end);
  --flights_[tag].parts;
}

void Session::status(const nbd::Request& r) {
  // In steps of mapping units, as far as one answer should go.
  constexpr std::size_t most_extents = 4096;
  constexpr std::uint64_t most_units = 1 << 18;
  const std::uint64_t unit = served_.drive.simulation().controller().config().unit_bytes();
  const std::uint64_t end = r.offset + r.length;
  std::vector<nbd::Extent> extents;
  std::uint64_t units = 0;
  for (std::uint64_t at = r.offset; at < end && units < most_units; ++units) {
    const std::uint64_t next = std::min(end, (at / unit + 1) * unit);
    const bool hole = !served_.drive.is_mapped(at);
    if (extents.empty() || extents.back().hole != hole) {
      if (extents.size() == ((r.flags & nbd::flag::req_one) != 0 ? 1 : most_extents)) break;
      extents.push_back({0, hole});
    }
    extents.back().length += static_cast<std::uint32_t>(next - at);
    at = next;
  }
  nbd::put_block_status(out_, r.cookie, extents);
}

/// The request's bytes are to be on the disk too before it is answered.
void Session::sync(std::uint32_t tag) {
  if (served_.syncer == nullptr) return;
  ++flights_[tag].parts;
  served_.syncer->sync([this, self = shared_from_this(), tag](int error) {
    served_.clock.arrive();
    part_ended(tag, error_of(error));
    served_.clock.kick();
    flush();
  });
}

void Session::ended(std::uint32_t tag, controller::Error error) { part_ended(tag, error_of(error)); }

void Session::part_ended(std::uint32_t tag, Error error) {
  Flight& flight = flights_[tag];
  if (flight.error == Error::none) flight.error = error;
  if (--flight.parts > 0) return;
  const bool fua = (flight.request.flags & nbd::flag::fua) != 0 && flight.request.command != Command::flush;
  if (fua && !flight.flushes && flight.error == Error::none) {
    flight.flushes = true;
    return ask(Op::flush, 0, 0, nullptr, tag);
  }
  reply(tag);
}

void Session::answer(const nbd::Request& request, Error error) {
  const bool structured = negotiation_.structured() &&
                          (request.command == Command::read || request.command == Command::block_status);
  if (structured)
    nbd::put_error(out_, request.cookie, error);
  else
    nbd::put_simple_reply(out_, request.cookie, error);
}

void Session::reply(std::uint32_t tag) {
  Flight& flight = flights_[tag];
  const nbd::Request& r = flight.request;
  if (!closed_) {
    if (r.command == Command::read && flight.error == Error::none) {
      if (negotiation_.structured())
        nbd::put_data_head(out_, r.cookie, r.offset, r.length);
      else
        nbd::put_simple_reply(out_, r.cookie, Error::none);
      out_.append(reinterpret_cast<const char*>(flight.bytes.get()), r.length);
    } else {
      answer(r, flight.error);
    }
  }
  if (flight.bytes) bytes_ -= filling_ == tag ? filled_ : r.length;
  flight.bytes.reset();
  flights_.give(tag);
  if (flights_.used() > 0) return;
  const std::shared_ptr<Session> alive = std::move(self_);
  if (finishing_ && !closed_) flush();
}

void Session::flush() {
  count();
  if (closed_) return;
  if (!parsing_ && end_ > 0 && !held_back()) {  // what waited while it was held back
    parse();
    served_.clock.kick();
    read();
    count();
  }
  if (closed_ || writing_) return;
  if (out_.empty()) {
    if (finishing_ && flights_.used() == 0) close();
    return;
  }
  writing_ = true;
  sending_.swap(out_);
  out_.clear();
  writing_since_ = Clock::Wall::now();
  boost::asio::async_write(socket_, boost::asio::buffer(sending_),
                           [self = shared_from_this()](const boost::system::error_code& error, std::size_t) {
                             self->writing_ = false;
                             self->sending_.clear();
                             if (error) return self->close();
                             self->flush();
                             self->read();
                           });
}

void Session::finish() {
  finishing_ = true;
  timer_.cancel();
}

void Session::close() {
  if (closed_) return;
  closed_ = true;
  timer_.cancel();
  if (filling_ != nothing) reply(filling_);  // its data will not come
  filling_ = nothing;
  boost::system::error_code ignored;
  socket_.shutdown(Socket::shutdown_both, ignored);
  socket_.close(ignored);
  out_ = {};
  if (!writing_) sending_ = {};
  count();
}

}  // namespace rainier::live
