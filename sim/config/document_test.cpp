#include "sim/config/document.hpp"

#include <catch2/catch.hpp>

using namespace rainier::config;

namespace {

std::string error_of(std::string_view text) {
  try {
    parse_document(text, "f.yaml");
  } catch (const Error& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a document keeps its keys in order and every line number") {
  const Node root = parse_document("# a comment\nb: 1\na:\n  - x\n  - {y: 'z'}\n", "f.yaml");
  REQUIRE(root.fields.size() == 2);
  CHECK(root.fields[0].key == "b");
  CHECK(root.fields[0].line == 2);
  CHECK(root.find("a")->line == 3);
  CHECK(root.find("a")->value.items[0].line == 4);
  CHECK(root.find("a")->value.items[1].find("y")->value.text == "z");
  CHECK(root.find("c") == nullptr);
}

TEST_CASE("a byte order mark and Windows line ends are read over") {
  CHECK(parse_document("\xef\xbb\xbf"
                       "a: 1\r\nb: 2\r\n",
                       "f.yaml")
            .find("b")
            ->value.text == "2");
}

TEST_CASE("what is no map of parameters is one clear line") {
  CHECK(error_of("") == "f.yaml:1: expected parameters, but the file is empty");
  CHECK(error_of("# nothing but a comment\n") == "f.yaml:1: expected parameters, but the file is empty");
  CHECK(error_of("---\n") == "f.yaml:1: expected parameters, but the file is empty");
  CHECK(error_of("just text") == "f.yaml:1: expected `key: value` lines (got \"just text\")");
  CHECK(error_of("- a\n- b") == "f.yaml:1: expected `key: value` lines (got a list)");
  CHECK(error_of("a: 1\n---\nb: 2\n") == "f.yaml:3: a second document in one file");
}

TEST_CASE("a duplicate key is refused wherever it stands") {
  CHECK(error_of("a: 1\nb: 2\na: 3\n") == "f.yaml:3: a: duplicate key, first written on line 1");
  CHECK(error_of("g:\n  h:\n    a: 1\n    a: 1\n") ==
        "f.yaml:4: g.h.a: duplicate key, first written on line 3");
  CHECK(error_of("g: [1, {a: 1, a: 1}]\n") == "f.yaml:1: g.1.a: duplicate key, first written on line 1");
  CHECK(error_of("\"a\": 1\na: 2\n") == "f.yaml:2: a: duplicate key, first written on line 1");
}

TEST_CASE("anchors, aliases and tags are refused") {
  CHECK(error_of("a: &x 1\n") == "f.yaml:1: a: anchors (&name) are not supported: write the value out");
  CHECK(error_of("a: &x {b: 1}\n") == "f.yaml:1: a: anchors (&name) are not supported: write the value out");
  CHECK(error_of("a: 1\nb: *a\n") == "f.yaml:2: not valid YAML: the referenced anchor is not defined");
  CHECK(error_of("a: !!int 1\n") == "f.yaml:1: a: tags are not supported (got \"tag:yaml.org,2002:int\")");
  CHECK(error_of("a: !mine {b: 1}\n") == "f.yaml:1: a: tags are not supported (got \"!mine\")");
}

TEST_CASE("a key that is not plain text is refused") {
  CHECK(error_of("? [a, b]\n: 1\n") == "f.yaml:1: expected a key, which is plain text (got a list)");
  CHECK(error_of("g:\n  ? {a: b}\n  : 1\n") ==
        "f.yaml:2: g: expected a key, which is plain text (got a group of keys)");
}

TEST_CASE("broken YAML is reported with its line") {
  CHECK(error_of("a: [1, 2\n") == "f.yaml:1: not valid YAML: end of sequence flow not found");
  CHECK(error_of("a: 1\nb: \"open\n").starts_with("f.yaml:2: not valid YAML: "));
  CHECK(error_of("a: 1\nb: 'open\n\n").starts_with("f.yaml:2: not valid YAML: "));
  CHECK(error_of("a: 1\n b: 2\n").starts_with("f.yaml:2: "));
  CHECK(error_of("a: 1\n\tb: 2\n").starts_with("f.yaml:2: "));
}

TEST_CASE("bytes that are no text are reported with their line") {
  CHECK(error_of("a: 1\nb: \xff\n") == "f.yaml:2: not UTF-8 text");
  CHECK(error_of("\xff\xfe"
                 "a\0:\0") == "f.yaml:1: not UTF-8 text");
  CHECK(error_of("a: \xc0\xaf") == "f.yaml:1: not UTF-8 text");      // overlong
  CHECK(error_of("a: \xed\xa0\x80") == "f.yaml:1: not UTF-8 text");  // a surrogate
  CHECK(error_of("a: \xe2\x82") == "f.yaml:1: not UTF-8 text");      // cut off
  CHECK(error_of(std::string_view("a: 1\n\0", 6)) == "f.yaml:2: a control character in the text");
  CHECK(parse_document("a: 25 \xc2\xb5s \xe2\x82\xac \xf0\x9f\x98\x80", "f").fields.size() == 1);
}

TEST_CASE("nesting without end is refused before it costs anything") {
  const std::string line = error_of("a: " + std::string(10'000, '[') + std::string(10'000, ']'));
  CHECK(line.ends_with("nested more than 32 deep"));
  CHECK(line.starts_with("f.yaml:1: a.0.0.0"));
  CHECK(error_of("a: " + std::string(100'000, '[')) != "accepted");
  CHECK(error_of("a: " + std::string(100'000, '{')) != "accepted");
  std::string deep;
  for (int i = 0; i < 200; ++i) deep += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  CHECK(error_of(deep).ends_with("nested more than 32 deep"));
}

TEST_CASE("a group of endless keys is refused before it costs anything") {
  std::string text = "g:\n";
  for (int i = 0; i < 2000; ++i) text += " k" + std::to_string(i) + ": 1\n";
  CHECK(error_of(text) == "f.yaml:1002: g: more than 1000 keys in one group");
}

TEST_CASE("a file that can't be read is one clear line") {
  const auto error = [](const std::string& file) {
    try {
      read_document(file);
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  CHECK(error("/nowhere/x.yaml") == "/nowhere/x.yaml: can't be opened");
  CHECK(error("/tmp") == "/tmp: is a folder, not a file");
  CHECK(error("/dev/zero") == "/dev/zero: larger than 16 MiB: not a configuration");
}
