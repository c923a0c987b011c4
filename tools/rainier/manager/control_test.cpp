#include <sys/stat.h>

#include <boost/asio/io_context.hpp>
#include <catch2/catch.hpp>
#include <thread>

#include "models/host/report/scratch_folder.hpp"
#include "tools/rainier/manager/control_client.hpp"
#include "tools/rainier/manager/control_path.hpp"
#include "tools/rainier/manager/control_server.hpp"
#include "tools/rainier/manager/manage_text.hpp"
#include "tools/rainier/manager/secret.hpp"
#include "tools/rainier/manager/stand_in_test.hpp"
#include "tools/rainier/usage_error.hpp"

using namespace rainier;
using namespace rainier::manager;
using Json = nlohmann::ordered_json;

namespace {

struct Served {
  host::ScratchFolder folder;
  StandIn drive;
  Desk desk{drive, [] { return std::string("abc234"); }};
  boost::asio::io_context io;
  std::filesystem::path path = control_path(folder / "", "lab");
  std::unique_ptr<ControlServer> server =
      std::make_unique<ControlServer>(io, path, Json{{"name", "lab"}}, desk);
  std::thread loop{[this] { io.run(); }};

  ~Served() {
    post([this] { server->close(); });
    loop.join();
  }
  template <class F>
  void post(F f) {
    io.post(f);
  }
};

mode_t mode_of(const std::filesystem::path& path) {
  struct stat there {};
  return ::stat(path.c_str(), &there) == 0 ? there.st_mode & 0777 : 0;
}

}  // namespace

TEST_CASE("a served drive is asked and ordered over a socket that is its owner's alone") {
  Served served;
  CHECK(mode_of(served.path) == 0600);
  ControlClient client(served.path, "lab");
  const Json status = client.ask({{"ask", "status"}});
  CHECK(status.begin().key() == "about");
  CHECK(status.at("drive").at("model") == "Micron RealSSD P320h 700 GB");
  CHECK(client.ask({{"action", "fault"}, {"spec", "block:1.2.0.7"}}) == Json{{"done", "done"}});
  CHECK_THROWS_WITH(
      client.ask({{"action", "fault"}, {"spec", "block:1"}}),
      "expected block:channel.die.plane.block with numbers from 0, or block:any (got \"block:1\")");
  CHECK_THROWS_WITH(client.ask({{"ask", "more"}}), "unknown question: expected \"status\"");
  const std::string code = client.ask({{"action", "erase"}}).at("confirm");
  CHECK(client.ask({{"action", "erase"}, {"code", code}}).at("done") == "done");
  CHECK(served.drive.done.size() == 2);
  CHECK(control_names(served.folder / "") == std::vector<std::string>{"lab"});
}

TEST_CASE("a name is taken as long as its drive is served, and free when that was killed") {
  host::ScratchFolder folder;
  StandIn drive;
  Desk desk(drive, [] { return std::string(); });
  boost::asio::io_context io;
  const std::filesystem::path path = control_path(folder / "", "lab");
  std::filesystem::path stale = path;
  {
    ControlServer first(io, path, {}, desk);
    CHECK_THROWS_WITH(ControlServer(io, path, {}, desk), Catch::Contains("give it another --name"));
    std::filesystem::create_hard_link(path, folder / "copy");
  }
  CHECK_FALSE(std::filesystem::exists(path));
  std::filesystem::rename(folder / "copy", path);  // nobody listens to it any more
  ControlServer again(io, path, {}, desk);
  CHECK_THROWS_AS(control_path(folder / "", "../x"), tool::UsageError);
  CHECK_THROWS_AS(control_path(folder / "", ".x"), tool::UsageError);
  CHECK_THROWS_AS(control_path(folder / std::string(120, 'a'), "x"), tool::UsageError);
}

TEST_CASE("a token is a file that nobody else reads, and is compared whole") {
  host::ScratchFolder folder;
  const std::string token = random_text(32);
  CHECK(token.size() == 32);
  CHECK(token != random_text(32));
  write_secret(folder / "token", "old");
  std::filesystem::permissions(folder / "token", std::filesystem::perms::others_read);
  write_secret(folder / "token", token);
  CHECK(mode_of(folder / "token") == 0600);
  CHECK(std::filesystem::file_size(folder / "token") == 33);
  CHECK_THROWS(write_secret(folder / "", token));
  CHECK(equal_in_constant_time(token, token));
  CHECK_FALSE(equal_in_constant_time(token, token.substr(0, 31)));
  CHECK_FALSE(equal_in_constant_time("", token));
}

TEST_CASE("what people are shown is of the same status") {
  StandIn drive;
  drive.now.read.iops = 785'123;
  drive.now.rain.state = RainState::rebuilding;
  drive.now.rain.lost_dies = 1;
  drive.now.rain.blocks_done = 1;
  drive.now.rain.blocks_left = 3;
  Json status = status_json(drive.now);
  status["about"] = {{"name", "lab"}, {"page", "http://127.0.0.1:8080/"}};
  CHECK(list_text({}) == "no drive is served (rainier serve DRIVE serves one)\n");
  CHECK(list_text({status}) ==
        "NAME  DRIVE                        CAPACITY  HEALTH         IOPS  PAGE\n"
        "lab   Micron RealSSD P320h 700 GB    700 GB  rebuilding  785,123  http://127.0.0.1:8080/\n");
  CHECK_THAT(stats_text(status), Catch::Contains("7+1, rebuilding 25.0 %, 3 blocks to go, 1 dies lost") &&
                                     Catch::Contains("12.50 W of 25 W") && Catch::Contains("785,123"));
  CHECK_THAT(watch_line(status), Catch::Contains("785,123"));
  CHECK_THAT(info_text(status), Catch::Contains("512 SLC dies on 32 channels"));
  CHECK_THAT(smart_text(status), Catch::Contains("PASSED"));
  CHECK(events_text(status) == "no events\n");
}
