// Every test executable runs under MPI, on the number of ranks that its registration states. All ranks run all tests; a
// failure on any rank fails the test on the root, which alone reports.

#define OMPI_SKIP_MPICXX  // no C++ bindings of MPI
#include <gtest/gtest.h>
#include <mpi.h>
#include <unistd.h>

#include "comm/comm.hpp"

namespace {

// After each test the ranks agree whether it failed anywhere. A rank that an ASSERT or an exception has taken out of a
// test may have left the others in the middle of a collective call: then it ends the job. The agreement has its own
// communicator, where it cannot be taken for a part of that call.
class Agreement : public testing::EmptyTestEventListener {
  static constexpr unsigned kPatience = 20;  // s

  void OnTestProgramStart(const testing::UnitTest&) override { MPI_Comm_dup(MPI_COMM_WORLD, &own_); }
  void OnTestProgramEnd(const testing::UnitTest&) override { MPI_Comm_free(&own_); }

  void OnTestEnd(const testing::TestInfo& info) override {
    const bool here = info.result()->Failed();
    if (info.result()->HasFatalFailure()) alarm(kPatience);
    int failed = here ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, own_);
    if (failed != 0 && !here) {
      ADD_FAILURE() << "failed on another rank";
      ++other_failures;
    }
    alarm(0);
  }

 public:
  int other_failures = 0;

 private:
  MPI_Comm own_ = MPI_COMM_NULL;
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
