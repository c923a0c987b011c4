#include "tools/rainier/serve/nbd/negotiation.hpp"

#include <string_view>

namespace rainier::nbd {
namespace {

constexpr std::string_view allocation = "base:allocation";
enum class Info : std::uint16_t { device, name, description, block_size };

void put_reply(std::string& out, std::uint32_t option, OptionReply type, std::string_view data = {}) {
  put64(out, option_reply_magic);
  put32(out, option);
  put32(out, static_cast<std::uint32_t>(type));
  put32(out, static_cast<std::uint32_t>(data.size()));
  out += data;
}

std::string_view text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Reads numbers and strings from an option's data. What is not there makes it bad for good.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> data) : data_(data) {}
  std::uint16_t u16() { return ask(2) ? get16(taken(2)) : std::uint16_t{0}; }
  std::uint32_t u32() { return ask(4) ? get32(taken(4)) : 0; }
  std::string_view string() {
    const std::uint32_t length = u32();
    if (!ask(length)) return {};
    const std::byte* at = taken(length);
    return {reinterpret_cast<const char*>(at), length};
  }
  bool bad() const { return bad_; }
  bool whole() const { return !bad_ && data_.empty(); }

 private:
  bool ask(std::size_t bytes) {
    bad_ = bad_ || data_.size() < bytes;
    return !bad_;
  }
  const std::byte* taken(std::size_t bytes) {
    const std::byte* at = data_.data();
    data_ = data_.subspan(bytes);
    return at;
  }
  std::span<const std::byte> data_;
  bool bad_ = false;
};

}  // namespace

std::string Negotiation::greeting() {
  std::string out;
  put64(out, server_magic);
  put64(out, option_magic);
  put16(out, handshake::fixed_newstyle | handshake::no_zeroes);
  return out;
}

std::uint16_t Negotiation::flags() const {
  using namespace transmission;
  const std::uint16_t fixed =
      has_flags | send_flush | send_fua | send_trim | send_write_zeroes | can_multi_conn;
  return structured_ ? fixed | send_df : fixed;
}

std::size_t Negotiation::take(std::span<const std::byte> input, std::string& out) {
  std::size_t taken = 0;
  if (!greeted_) {
    if (input.size() < 4) return 0;
    const std::uint32_t flags = get32(input.data());
    taken = 4;
    greeted_ = true;
    zeroes_ = (flags & handshake::no_zeroes) == 0;
    if ((flags & handshake::fixed_newstyle) == 0 || flags > 3) {
      state_ = State::over;
      return taken;
    }
  }
  constexpr std::size_t head = 16;
  while (state_ == State::talking && input.size() - taken >= head) {
    const std::byte* at = input.data() + taken;
    const std::uint32_t option = get32(at + 8), length = get32(at + 12);
    if (get64(at) != option_magic || length > most_data) {
      state_ = State::over;
      break;
    }
    if (input.size() - taken < head + length) break;
    answer(option, input.subspan(taken + head, length), out);
    taken += head + length;
  }
  return taken;
}

void Negotiation::answer(std::uint32_t option, std::span<const std::byte> data, std::string& out) {
  switch (static_cast<Option>(option)) {
    case Option::export_name:
      if (!is_offered(text(data))) {
        state_ = State::over;  // the protocol has no way to say why
        return;
      }
      put64(out, export_.size);
      put16(out, flags());
      if (zeroes_) out.append(124, '\0');
      state_ = State::chosen;
      return;
    case Option::abort:
      put_reply(out, option, OptionReply::ack);
      state_ = State::over;
      return;
    case Option::list: {
      if (!data.empty()) return put_reply(out, option, OptionReply::invalid);
      std::string server;
      put32(server, static_cast<std::uint32_t>(export_.name.size()));
      server += export_.name + export_.description;
      put_reply(out, option, OptionReply::server, server);
      return put_reply(out, option, OptionReply::ack);
    }
    case Option::info:
    case Option::go:
      return answer_go(static_cast<Option>(option), data, out);
    case Option::structured_reply:
      if (!data.empty()) return put_reply(out, option, OptionReply::invalid);
      structured_ = true;
      return put_reply(out, option, OptionReply::ack);
    case Option::list_meta_context:
    case Option::set_meta_context:
      return answer_context(static_cast<Option>(option), data, out);
    default:
      return put_reply(out, option, OptionReply::unsupported);
  }
}

void Negotiation::answer_go(Option option, std::span<const std::byte> data, std::string& out) {
  const auto number = static_cast<std::uint32_t>(option);
  Reader reader(data);
  const std::string_view name = reader.string();
  const std::uint16_t requests = reader.u16();
  bool asks_name = false, asks_description = false;
  for (std::uint16_t i = 0; i < requests && !reader.bad(); ++i) {
    const auto info = static_cast<Info>(reader.u16());
    asks_name |= info == Info::name;
    asks_description |= info == Info::description;
  }
  if (!reader.whole()) return put_reply(out, number, OptionReply::invalid, "malformed");
  if (!is_offered(name))
    return put_reply(out, number, OptionReply::unknown, "the only export here is " + export_.name);
  const auto put_info = [&](Info type, auto&& put_rest) {
    std::string info;
    put16(info, static_cast<std::uint16_t>(type));
    put_rest(info);
    put_reply(out, number, OptionReply::info, info);
  };
  put_info(Info::device, [this](std::string& info) {
    put64(info, export_.size);
    put16(info, flags());
  });
  if (asks_name) put_info(Info::name, [this](std::string& info) { info += export_.name; });
  if (asks_description)
    put_info(Info::description, [this](std::string& info) { info += export_.description; });
  put_info(Info::block_size, [this](std::string& info) {
    put32(info, export_.least);
    put32(info, export_.preferred);
    put32(info, export_.most);
  });
  put_reply(out, number, OptionReply::ack);
  if (option == Option::go) state_ = State::chosen;
}

void Negotiation::answer_context(Option option, std::span<const std::byte> data, std::string& out) {
  const auto number = static_cast<std::uint32_t>(option);
  const bool sets = option == Option::set_meta_context;
  if (sets) context_ = false;  // what was chosen before counts no more, whatever comes of this
  Reader reader(data);
  const std::string_view name = reader.string();
  const std::uint32_t queries = reader.u32();
  bool wanted = !sets && queries == 0;
  for (std::uint32_t i = 0; i < queries && !reader.bad(); ++i) {
    const std::string_view query = reader.string();
    wanted |= query == allocation || (!sets && query == "base:");
  }
  if (!reader.whole() || !structured_) return put_reply(out, number, OptionReply::invalid);
  if (!is_offered(name)) return put_reply(out, number, OptionReply::unknown);
  if (wanted) {
    std::string context;
    put32(context, sets ? 1 : 0);
    context += allocation;
    put_reply(out, number, OptionReply::meta_context, context);
  }
  if (sets) context_ = wanted;
  put_reply(out, number, OptionReply::ack);
}

}  // namespace rainier::nbd
