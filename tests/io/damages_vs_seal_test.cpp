// A checkpoint with flipped bits, cuts, zeroed or foreign pieces and bytes behind its end, by thousands: each refused
// with the damaged dataset, or HDF5's bytes, named. What the seal says of the whole file tells what must be named.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "base/error.hpp"
#include "base/random.hpp"
#include "harness/harness.hpp"
#include "io/hdf5/checkpoint.hpp"
#include "io/hdf5/seal.hpp"

namespace talus::io {
namespace {

enum Kind { flip, cut, zeroes, noise, more, kinds };

class DamagesVsSeal : public testing::Test {
 protected:
  const comm::Comm comm_ = comm::Comm::world();
  std::filesystem::path folder_, whole_, bad_;
  std::string good_;  // the whole file
  std::vector<Part> parts_;

  // A checkpoint of all kinds of bodies and joints, as this number of ranks writes it.
  void SetUp() override {
    std::string name =
        (std::filesystem::temp_directory_path() / ("talus_damages_" + std::to_string(getpid()))).string();
    comm_.broadcast(name);
    folder_ = name;
    whole_ = folder_ / "whole.h5";
    bad_ = folder_ / "bad.h5";
    if (comm_.is_root()) std::filesystem::create_directory(folder_);
    comm_.any(false);
    const std::string source = std::getenv("TALUS_SOURCE_DIR");
    const Checkpoint state = read_checkpoint(source + "/tests/io/checkpoint-version-1.h5", comm_);
    write_checkpoint(whole_, folder_ / "older.h5", comm_, state.header, state.bodies, state.walls, state.flows,
                     {0.1, {{CubeKey{}, 0}}, {}, {1, 2, 3}});
    parts_ = verify_seal(whole_, comm_);
    std::ifstream in(whole_, std::ios::binary);
    good_.assign(std::istreambuf_iterator<char>(in), {});
  }
  void TearDown() override {
    comm_.any(false);
    if (comm_.is_root()) std::filesystem::remove_all(folder_);
  }

  static std::uint64_t draw(std::uint64_t number, std::uint64_t which, std::uint64_t below) {
    return random_bits(19, number, which) % below;
  }

  std::string damaged(std::uint64_t number) const {
    std::string bytes = good_;
    const auto place = draw(number, 0, bytes.size());
    const auto length = std::min(bytes.size() - place, 1 + draw(number, 1, 4096));
    switch (static_cast<Kind>(number % kinds)) {
      case flip: bytes[place] = static_cast<char>(bytes[place] ^ (1 << draw(number, 2, 8))); break;
      case cut: bytes.resize(place); break;
      case zeroes: bytes.replace(place, length, length, '\0'); break;
      case noise:
        for (std::size_t n = 0; n < length; ++n) bytes[place + n] = static_cast<char>(draw(number, 3 + n, 256));
        break;
      default: bytes.append(length, static_cast<char>(number)); break;
    }
    return bytes;
  }

  // The text that a refusal must contain; empty for bytes that are unchanged.
  std::string expected(const std::string& bytes) const {
    if (bytes == good_) return {};
    const auto same = static_cast<std::int64_t>(std::ranges::mismatch(bytes, good_).in1 - bytes.begin());
    const bool is_cut_in_zeroes = std::ssize(bytes) == same && same > std::ssize(std::string(good_.c_str()));
    if (same < kSealBytes && !is_cut_in_zeroes) return "first bytes";
    if (bytes.size() != good_.size())
      return "is " + std::to_string(bytes.size()) + " bytes long, " + std::to_string(good_.size()) +
             " when it was written";
    const auto part = std::ranges::find_if(parts_, [&](const Part& p) { return same < p.offset + p.bytes; });
    return (part->name == "metadata" ? "metadata at bytes " : "dataset " + part->name + " is damaged (bytes ") +
           std::to_string(part->offset) + " to ";
  }

  // The refusal, which is the same on all ranks; empty if the file was read.
  std::string refusal() const {
    try {
      read_checkpoint(bad_, comm_);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Exit::io);
      return error.what();
    }
    return {};
  }

  // *Collective.*
  void try_all(std::uint64_t trials) {
    int refused = 0;
    for (std::uint64_t number = 0; number < trials; ++number) {
      const std::string bytes = damaged(number);
      if (comm_.is_root()) std::ofstream(bad_, std::ios::binary) << bytes;
      comm_.any(false);
      const auto wanted = expected(bytes), said = refusal();
      ASSERT_NE(said.find(wanted), std::string::npos)
          << "trial " << number << ": said '" << said << "', not '" << wanted << "'";
      ASSERT_EQ(said.empty(), wanted.empty()) << "trial " << number << ": " << said;
      refused += !said.empty();
    }
    if (comm_.is_root())
      std::printf("%d of %d damaged checkpoints refused with the place named, the others as they were\n", refused,
                  static_cast<int>(trials));
  }
};

TEST_F(DamagesVsSeal, EachOfManyIsRefusedAndNamed) { try_all(comm_.size() == 1 ? 5000 : 200); }

}  // namespace
}  // namespace talus::io
