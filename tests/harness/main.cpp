// Every test executable runs under MPI, on the number of ranks that its registration states. All ranks run all tests; a
// failure on any rank fails the test on the root, which alone reports.

#include <gtest/gtest.h>

#include "comm/comm.hpp"

namespace {

// After each test the ranks agree whether it failed anywhere.
class Agreement : public testing::EmptyTestEventListener {
  void OnTestEnd(const testing::TestInfo& info) override {
    const auto comm = talus::comm::Comm::world();
    const bool here = info.result()->Failed();
    if (comm.any(here) && !here) {
      ADD_FAILURE() << "failed on another rank";
      ++other_failures;
    }
  }

 public:
  int other_failures = 0;
};

}  // namespace

int main(int argc, char** argv) {
  talus::comm::Environment environment(argc, argv);
  testing::InitGoogleTest(&argc, argv);
  auto* agreement = new Agreement;  // owned by GoogleTest
  testing::UnitTest::GetInstance()->listeners().Append(agreement);
  const int failed = RUN_ALL_TESTS();
  const auto comm = talus::comm::Comm::world();
  return comm.any(failed != 0 || agreement->other_failures > 0) ? 1 : 0;
}
