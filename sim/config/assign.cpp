#include "sim/config/assign.hpp"

#include "sim/config/leaf_text.hpp"
#include "sim/config/nearest.hpp"

namespace rainier::config {

namespace {

Scalar checked(const LeafEntry& leaf, const Node& node, const Place& place, const std::string& path) {
  if (node.type != Node::Type::scalar)
    throw Error(place, path, "expected " + expectation(leaf) + " (got " + described(node) + ")");
  try {
    Scalar value = parse_scalar(leaf, node.text);
    if (!allows(leaf, value))
      throw Error(place, path, "expected " + expectation(leaf) + " (got " + in_quotes(node.text) + ")");
    return value;
  } catch (const BadQuantity& e) {
    const std::string why = e.what();
    std::string units(kind_units(leaf.kind));
    if (!units.empty()) units = ", with its unit: " + units;
    if (leaf.kind == Kind::ratio) units = ", as 0.07, 7% or 1/16";
    throw Error(place, path,
                "expected " + expectation(leaf) + units + " (got " + in_quotes(node.text) +
                    (why.empty() ? "" : ", " + why) + ")" + did_you_mean(e.suggestion));
  }
}

std::vector<Scalar> checked_list(const LeafEntry& leaf, const Node& node, const Place& place,
                                 const std::string& path) {
  if (node.type != Node::Type::list)
    throw Error(place, path, "expected a list, each " + expectation(leaf) + " (got " + described(node) + ")");
  std::vector<Scalar> values;
  for (const Node& item : node.items)
    values.push_back(checked(leaf, item, {place.file, place.line > 0 ? item.line : 0},
                             path + "." + std::to_string(values.size())));
  return values;
}

}  // namespace

void assign(LeafEntry& leaf, const Field& field, const Place& place, const std::string& path,
            const Provenance& otherwise) {
  const Stated given = stated(field, place, path, otherwise);
  std::vector<Scalar> values;
  if (leaf.access.shape == Shape::many) {
    values = checked_list(leaf, *given.value, place, path);
  } else if (leaf.access.shape == Shape::one || given.value->type != Node::Type::null) {
    values.push_back(checked(leaf, *given.value, place, path));
  }
  leaf.access.set(leaf.access.object, values);
  leaf.provenance = given.provenance;
  leaf.place = place;
}

}  // namespace rainier::config
