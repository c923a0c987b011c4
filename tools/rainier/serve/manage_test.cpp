#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tools/rainier/tool_test.hpp"

using namespace rainier;
using namespace rainier::tool;
using Json = nlohmann::ordered_json;

namespace {

/// A small drive that is served in a folder of its own, and the command that manages it.
struct Lab {
  host::ScratchFolder folder;
  std::string here = "env XDG_RUNTIME_DIR='" + (folder / "").string() + "' ";

  Ran run(const std::string& arguments) {
    const std::string command = "cd '" + (folder / "").string() + "' && " + here + RAINIER_TOOL " " +
                                arguments + " >out 2>err </dev/null";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(folder / "out"), content(folder / "err")};
  }
  void serve(const std::string& name, const std::string& more) {
    const std::string command = "cd '" + (folder / "").string() + "' && { " + here + RAINIER_TOOL +
                                " serve " + small_drive.substr(8) + "--socket " + name + ".nbd --pace free " +
                                more + " >" + name + ".log 2>&1 </dev/null & echo $! >" + name + ".pid; }";
    REQUIRE(std::system(command.c_str()) == 0);
    for (int i = 0; i < 400 && content(folder / (name + ".log")).find("manage info") == std::string::npos;
         ++i)
      ::usleep(25'000);
    REQUIRE(content(folder / (name + ".log")).find("manage info") != std::string::npos);
  }
  void end(const std::string& name) {
    const std::string command = "kill -INT $(cat '" + (folder / (name + ".pid")).string() + "')";
    REQUIRE(std::system(command.c_str()) == 0);
  }
};

}  // namespace

TEST_CASE("a served drive is found, asked and ordered from a shell, and erased when told so twice") {
  Lab lab;
  CHECK(lab.run("manage list").out == "no drive is served (rainier serve DRIVE serves one)\n");
  CHECK(lab.run("manage smart").status == 2);
  lab.serve("one", "--page 0 --token-file token");
  CHECK(content(lab.folder / "token").size() == 33);
  CHECK(content(lab.folder / "one.log").find("#token") == std::string::npos);

  const Ran list = lab.run("manage list");
  CHECK(list.out.find("generic-8x4") != std::string::npos);
  CHECK(list.out.find("http://127.0.0.1:") != std::string::npos);
  CHECK(lab.run("manage stats").out.find("queue depth") != std::string::npos);
  CHECK(Json::parse(lab.run("manage stats --json").out).at("load").at("errors") == 0);
  CHECK(Json::parse(lab.run("manage smart --json").out).at("passed") == true);
  CHECK(lab.run("manage fault die:1.2").out == "failed: die:1.2\n");
  CHECK(lab.run("manage events").out.find("fault: die:1.2") != std::string::npos);
  const Ran wrong = lab.run("manage fault dye:1.2");
  CHECK(wrong.status == 2);
  CHECK(wrong.err.find("did you mean \"die\"?") != std::string::npos);
  CHECK(lab.run("manage temperature warm").err ==
        "rainier: expected degrees Celsius such as 70 (got \"warm\")\n");
  CHECK(lab.run("manage info --name other").err ==
        "rainier: no drive named other is served (rainier manage list says which are)\n");

  CHECK(lab.run("manage erase").err == "rainier: erase: this forgets all data: say --yes generic-8x4\n");
  CHECK(lab.run("manage erase --yes other").status == 2);
  CHECK(lab.run("manage erase --yes generic-8x4").out.find("has begun") != std::string::npos);

  lab.serve("two", "");  // the same drive again: a name is found for it
  CHECK(lab.run("manage list --json").out.find("\"generic-8x4-2\"") != std::string::npos);
  CHECK(lab.run("manage info").err ==
        "rainier: several drives are served: give --name, one of generic-8x4, generic-8x4-2\n");
  lab.end("one");
  lab.end("two");
}

TEST_CASE("what was done to a served drive is in its log, and is done again with it") {
  Lab lab;
  lab.serve("one", "--log arrivals --json first.json --name lab");
  lab.run("manage temperature 60 --name lab");
  lab.run("manage fault block:1.2.0.3");
  lab.run("manage erase --yes lab");
  lab.end("one");
  for (int i = 0; i < 400 && content(lab.folder / "first.json").empty(); ++i) ::usleep(25'000);
  CHECK(content(lab.folder / "arrivals").find("air:60") != std::string::npos);
  CHECK(lab.run("replay arrivals --json second.json --quiet").status == 0);
  CHECK(content(lab.folder / "first.json") == content(lab.folder / "second.json"));
}
