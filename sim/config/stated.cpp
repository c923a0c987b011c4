#include "sim/config/assign.hpp"
#include "sim/config/nearest.hpp"

namespace rainier::config {

namespace {

const std::vector<std::string> keys = {"value", "source", "ref", "note", "formula", "on"};

/// The line of one key; an argument of the command line has none.
Place at(const Place& whole, const Field& part) { return {whole.file, whole.line > 0 ? part.line : 0}; }

std::string text_of(const Field& field, const Place& whole, const std::string& path) {
  if (field.value.type == Node::Type::scalar) return field.value.text;
  throw Error(at(whole, field), path + "." + field.key, "expected text (got " + described(field.value) + ")");
}

std::vector<std::string> figures(const Field& field, const Place& whole, const std::string& path) {
  std::vector<std::string> ids;
  for (const Node& item : field.value.items)
    if (item.type == Node::Type::scalar) ids.push_back(item.text);
  if (field.value.type != Node::Type::list || ids.empty() || ids.size() != field.value.items.size())
    throw Error(at(whole, field), path + ".on",
                "expected the list of the figures it was calibrated on (got " + described(field.value) + ")");
  return ids;
}

Source source_of(const Field& field, const Place& whole, const std::string& path) {
  const std::string name = text_of(field, whole, path);
  if (const auto source = source_named(name)) return *source;
  std::string all;
  for (const std::string& known : source_names()) all += (all.empty() ? "" : ", ") + known;
  throw Error(at(whole, field), path + ".source",
              "expected one of " + all + " (got " + in_quotes(name) + ")" +
                  did_you_mean(nearest(name, source_names())));
}

/// A computed value says how, a calibrated one on what, and no other does.
void require_complete(const Provenance& p, const Place& place, const std::string& path) {
  if (p.source == Source::computed && p.formula.empty())
    throw Error(place, path, "a computed value needs its `formula`");
  if (p.source == Source::calibrated && p.on.empty())
    throw Error(place, path, "a calibrated value needs `on`, the list of the figures it was calibrated on");
  if (p.source != Source::computed && !p.formula.empty())
    throw Error(place, path, "`formula` belongs to source: computed");
  if (p.source != Source::calibrated && !p.on.empty())
    throw Error(place, path, "`on` belongs to source: calibrated");
}

}  // namespace

Stated stated(const Field& field, const Place& place, const std::string& path, const Provenance& otherwise) {
  if (field.value.type != Node::Type::map) return {&field.value, otherwise};
  Stated out{nullptr, {.source = Source::unstated, .ref = {}, .note = {}, .formula = {}, .on = {}}};
  for (const Field& part : field.value.fields) {
    if (part.key == "value") {
      out.value = &part.value;
    } else if (part.key == "source") {
      out.provenance.source = source_of(part, place, path);
    } else if (part.key == "ref") {
      out.provenance.ref = text_of(part, place, path);
    } else if (part.key == "note") {
      out.provenance.note = text_of(part, place, path);
    } else if (part.key == "formula") {
      out.provenance.formula = text_of(part, place, path);
    } else if (part.key == "on") {
      out.provenance.on = figures(part, place, path);
    } else {
      throw Error(at(place, part), path + "." + part.key,
                  "unknown key; a value is described by value, source, ref, note, formula and on" +
                      did_you_mean(nearest(part.key, keys)));
    }
  }
  if (!out.value) throw Error(place, path, "expected `value` among the keys that describe a value");
  require_complete(out.provenance, place, path);
  return out;
}

}  // namespace rainier::config
