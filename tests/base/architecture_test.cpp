// The #include lines of src/ and drivers/ and the links of their libraries, against the table of rooms: who may include
// whom, and which room a third party is kept in.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace talus {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

// Rooms that a room may include, in addition to itself.
const std::map<std::string, Names>& allowed_rooms() {
  static const Names all = {"base",    "comm",   "bodies", "balance", "partition", "collide",
                            "problem", "solver", "motion", "observe", "io",        "scene"};
  static const std::map<std::string, Names> table = {
      {"base", {}},
      {"comm", {"base"}},
      {"bodies", {"base"}},
      {"balance", {"base", "comm"}},
      {"partition", {"base", "comm", "bodies", "balance"}},
      {"collide", {"base", "bodies"}},
      {"problem", {"base", "bodies", "collide"}},
      {"solver", {"base", "comm", "problem"}},
      {"motion", {"base", "bodies", "problem"}},
      {"observe", {"base", "comm", "bodies", "collide", "problem"}},
      {"io", {"base", "comm", "bodies", "problem", "observe"}},
      {"scene", {"base", "comm", "bodies", "collide", "problem", "observe", "io"}},
      {"sim", all},
      {"drivers",
       [] {
         Names with_sim = all;
         with_sim.insert("sim");
         return with_sim;
       }()},
  };
  return table;
}

// Headers that are not of the standard library: the pattern of their names, and the rooms that may include them. (A
// room may link MPI and not include it: HDF5's and ParMETIS's headers do.)
struct ThirdParty {
  std::regex pattern;
  Names rooms;  // empty: all
};
const std::vector<ThirdParty>& third_parties() {
  static const std::vector<ThirdParty> list = {
      {std::regex("mpi(-ext)?\\.h"), {"comm"}},
      {std::regex("(par)?metis\\.h"), {"balance"}},
      {std::regex("petsc.*"), {"solver", "comm", "drivers"}},
      {std::regex("hdf5(_hl)?\\.h|H5.*\\.h"), {"io"}},
      {std::regex("yaml-cpp/.*|zlib\\.h"), {"io"}},
      {std::regex("CLI/.*"), {"drivers"}},
      {std::regex("libqhull_r/.*"), {"bodies"}},
      {std::regex("Eigen/.*|fmt/.*"), {}},
      {std::regex("immintrin\\.h|malloc\\.h|fcntl\\.h|unistd\\.h|dlfcn\\.h|spawn\\.h|sys/.*"),
       {}},  // the processor, the system
  };
  return list;
}

// MPI's functions are called in comm only. Its types stand elsewhere where a third party's interface wants a handle:
// ParMETIS in balance, PETSc in solver, HDF5 in io.
const std::map<std::string, Names>& mpi_handles() {
  static const std::map<std::string, Names> table = {{"MPI_Comm", {"balance", "solver", "io"}}};
  return table;
}

bool is_standard(const std::string& header) { return header.find_first_of("./") == std::string::npos; }

// The fault of one include of a file of `room`; empty: there is none.
std::string fault_of(const std::string& room, bool quoted, const std::string& header) {
  if (quoted) {
    const std::string target = header.substr(0, header.find('/'));
    if (target == room && header != room) return "";
    if (!allowed_rooms().contains(target)) return "is no \"room/file\"";
    return allowed_rooms().at(room).contains(target) ? "" : room + " may not include " + target;
  }
  if (is_standard(header)) return "";
  for (const auto& party : third_parties()) {
    if (!std::regex_match(header, party.pattern)) continue;
    return party.rooms.empty() || party.rooms.contains(room) ? "" : room + " may not include this third party";
  }
  return "is a third party that no room is known to include";
}

// The functions and types of MPI that a line of a file of `room` names and must not, text and comments left out.
std::vector<std::string> refused_mpi(const std::string& room, const std::string& line) {
  static const std::regex aside("\"(\\\\.|[^\"\\\\])*\"|//.*"), name("\\bMPI_[A-Z][a-z]\\w*");
  std::vector<std::string> found;
  if (room == "comm") return found;
  const std::string code = std::regex_replace(line, aside, "");
  for (std::sregex_iterator n(code.begin(), code.end(), name), end; n != end; ++n) {
    const auto handle = mpi_handles().find(n->str());
    if (handle == mpi_handles().end() || !handle->second.contains(room)) found.push_back(n->str());
  }
  return found;
}

// The faults of a file of `room`, each as "name:line: header or function: fault".
std::vector<std::string> faults(const std::string& room, const std::string& name, const std::string& text) {
  static const std::regex include("^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"].*");
  std::vector<std::string> found;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    for (const auto& what : refused_mpi(room, line))
      found.push_back(name + ":" + std::to_string(number) + ": " + what + ": MPI is called in comm only");
    std::smatch match;
    if (!std::regex_match(line, match, include)) continue;
    const std::string fault = fault_of(room, match[1] == "\"", match[2]);
    if (!fault.empty()) found.push_back(name + ":" + std::to_string(number) + ": " + match[2].str() + ": " + fault);
  }
  return found;
}

std::string read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

fs::path source_dir() {
  const char* dir = std::getenv("TALUS_SOURCE_DIR");
  return dir ? dir : ".";
}

// Checks the files below a folder, all of one room; returns how many there were.
int check(const std::string& room, const fs::path& folder) {
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (const auto kind = entry.path().extension(); kind != ".cpp" && kind != ".hpp" && kind != ".h") continue;
    for (const auto& fault : faults(room, entry.path().string(), read(entry.path()))) ADD_FAILURE() << fault;
    ++files;
  }
  return files;
}

// The rooms that each room links, from the lines talus_room(name LINKS ...) and target_link_libraries(talus_name ...).
std::map<std::string, Names> linked_rooms(const std::string& cmake) {
  static const std::regex call("(talus_room\\(|target_link_libraries\\(talus_)([a-z0-9]+)\\s([^)]*)\\)"),
      room("talus_([a-z0-9]+)");
  std::map<std::string, Names> rooms;
  for (std::sregex_iterator c(cmake.begin(), cmake.end(), call), end; c != end; ++c) {
    const std::string links = (*c)[3];
    Names& names = rooms[(*c)[2]];
    for (std::sregex_iterator r(links.begin(), links.end(), room); r != end; ++r) names.insert((*r)[1]);
  }
  return rooms;
}

TEST(Architecture, RoomsLinkExactlyWhatTheTableAllows) {
  auto expected = allowed_rooms();
  expected.erase("drivers");
  EXPECT_EQ(linked_rooms(read(source_dir() / "src" / "CMakeLists.txt")), expected);
}

TEST(Architecture, LinksAreReadFromEveryCall) {
  const std::string cmake =
      "function(talus_room name)\n  target_link_libraries(talus_${name} PUBLIC talus_flags ${ROOM_LINKS})\n"
      "talus_room(base LINKS Eigen3::Eigen)\ntalus_room(io LINKS talus_base\n  talus_comm)\n"
      "target_link_libraries(talus_io PRIVATE HDF5::HDF5 talus_sim)\n";
  EXPECT_EQ(linked_rooms(cmake), (std::map<std::string, Names>{{"base", {}}, {"io", {"base", "comm", "sim"}}}));
}

TEST(Architecture, RoomsIncludeOnlyWhatTheTableAllows) {
  for (const auto& entry : fs::directory_iterator(source_dir() / "src")) {
    if (!entry.is_directory()) continue;
    const std::string room = entry.path().filename();
    ASSERT_TRUE(allowed_rooms().contains(room)) << room << " is not in the table of rooms";
    EXPECT_GT(check(room, entry.path()), 0) << room;
  }
  EXPECT_GT(check("drivers", source_dir() / "drivers"), 0);
}

// The scanner itself, on text with a fault planted in line 3.
TEST(Architecture, ScannerSeesPlantedFaults) {
  struct Planted {
    const char *room, *line;
  };
  for (const auto& [room, line] :
       std::vector<Planted>{{"base", "#include \"comm/comm.hpp\""},
                            {"solver", "#include \"bodies/body.hpp\""},
                            {"collide", "#include \"partition/distribution.hpp\""},
                            {"io", "#include \"sim/run.hpp\""},
                            {"sim", "#include \"drivers/setup.hpp\""},
                            {"motion", "  #  include  \"solver/solver.hpp\"  // why not"},
                            {"partition", "#include <mpi.h>"},
                            {"sim", "#include <mpi.h>"},
                            {"solver", "#include <parmetis.h>"},
                            {"io", "#include <petscksp.h>"},
                            {"sim", "#include <hdf5.h>"},
                            {"drivers", "#include <yaml-cpp/yaml.h>"},
                            {"sim", "#include <CLI/CLI.hpp>"},
                            {"base", "#include <gtest/gtest.h>"},
                            {"base", "#include \"error.hpp\""},
                            {"base", "#include \"../comm/comm.hpp\""},
                            {"solver", "  MPI_Barrier(MPI_COMM_SELF);"},
                            {"sim", "const int error = MPI_Comm_size(world, &size);"},
                            {"balance", "auto sum = \"\"; MPI_Allreduce (&a, &b, 1, t, o, c);"},
                            {"sim", "MPI_Comm world;"},
                            {"io", "MPI_Datatype type;"}}) {
    const std::string text = std::string("#pragma once\n#include <vector>\n") + line + "\nint x;\n";
    const auto found = faults(room, "planted.hpp", text);
    ASSERT_EQ(found.size(), 1u) << room << ": " << line;
    EXPECT_EQ(found[0].rfind("planted.hpp:3: ", 0), 0u) << found[0];
  }
}

TEST(Architecture, ScannerLetsGoodFilesPass) {
  const std::string text =
      "// #include <mpi.h>\n#include \"io/hdf5/hdf5.hpp\"\n#include <hdf5.h>\n#include \"comm/comm.hpp\"\n#include "
      "<sys/stat.h>\n"
      "#include <yaml-cpp/yaml.h>\n#include <Eigen/Core>\n#include <fmt/format.h>\n#include <cmath>\nauto s = "
      "\"#include <mpi.h>\";\n";
  EXPECT_TRUE(faults("io", "good.cpp", text).empty());
  EXPECT_TRUE(faults("drivers", "good.cpp",
                     "#include \"drivers/setup.hpp\"\n#include \"sim/run.hpp\"\n#include <CLI/CLI.hpp>\n")
                  .empty());
  EXPECT_TRUE(faults("comm", "good.cpp", "#include <mpi.h>\nMPI_Barrier(world);\n").empty());
  EXPECT_TRUE(faults("io", "good.cpp", "open(static_cast<MPI_Comm*>(c), MPI_INFO_NULL); // MPI_File_open\n").empty());
  EXPECT_TRUE(faults("sim", "good.cpp", "say(\"MPI_Init \\\"failed\\\"\");  // MPI_Init\n").empty());
}

}  // namespace
}  // namespace talus
