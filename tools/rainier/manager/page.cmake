# Writes a C++ source that holds the files of the page: cmake -DFOLDER=... -DOUTPUT=... -P page.cmake
set(source "#include \"tools/rainier/manager/page.hpp\"\n\n#include <array>\n\nnamespace rainier::manager {\nnamespace {\n")
set(table "")
set(number 0)
foreach(entry "index.html|/|text/html; charset=utf-8" "app.js|/app.js|text/javascript; charset=utf-8"
    "charts.js|/charts.js|text/javascript; charset=utf-8" "map.js|/map.js|text/javascript; charset=utf-8"
    "actions.js|/actions.js|text/javascript; charset=utf-8" "format.js|/format.js|text/javascript; charset=utf-8"
    "style.css|/style.css|text/css; charset=utf-8" "icon.svg|/icon.svg|image/svg+xml")
  string(REGEX MATCH "^([^|]*)[|]([^|]*)[|](.*)$" whole "${entry}")
  set(path "${CMAKE_MATCH_2}")
  set(type "${CMAKE_MATCH_3}")
  file(READ "${FOLDER}/${CMAKE_MATCH_1}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
  string(APPEND source "constexpr unsigned char file_${number}[] = {\n${bytes}\n};\n")
  string(APPEND table "    Asset{\"${path}\", \"${type}\", text(file_${number})},\n")
  math(EXPR number "${number} + 1")
endforeach()
string(APPEND source "
template <std::size_t n>
std::string_view text(const unsigned char (&bytes)[n]) {
  return {reinterpret_cast<const char*>(bytes), n};
}

}  // namespace

std::span<const Asset> assets() {
  static const std::array all{
${table}  };
  return all;
}

}  // namespace rainier::manager
")
file(WRITE "${OUTPUT}" "${source}")
