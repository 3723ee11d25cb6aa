#include "solver/factors.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include "base/error.hpp"

namespace talus::solver {
namespace {

void check(PetscErrorCode code, const char* what) {
  if (code != 0) throw PhysicsError(std::string("ipm: PETSc failed in ") + what);
}

// Hides from PETSc what it would read of the environment: options may load libraries, and change bits.
class WithoutOptions {
 public:
  WithoutOptions() {
    for (const char* name : {"PETSC_OPTIONS", "PETSC_OPTIONS_YAML"}) {
      const char* value = std::getenv(name);
      if (!value) continue;
      kept_.emplace_back(name, value);
      ::unsetenv(name);
    }
  }
  WithoutOptions(const WithoutOptions&) = delete;
  WithoutOptions& operator=(const WithoutOptions&) = delete;
  ~WithoutOptions() {
    for (const auto& [name, value] : kept_) ::setenv(name, value.c_str(), 1);
  }

 private:
  std::vector<std::pair<const char*, std::string>> kept_;
};

// PETSc is started once; it ends before MPI does.
void start_petsc(const comm::Comm& comm) {
  PetscBool started = PETSC_FALSE;
  PetscInitialized(&started);
  if (started) return;
  PETSC_COMM_WORLD = *static_cast<MPI_Comm*>(comm.native());
  const std::pair<const char*, const char*> settings[] = {{"-no_signal_handler", "true"},
                                                          {"-mat_cholmod_print", "0"},
                                                          {"-mat_mumps_icntl_6", "0"},
                                                          {"-mat_mumps_icntl_12", "1"}};  // no matching: it may crash
  for (const auto& [key, value] : settings) check(PetscOptionsSetValue(nullptr, key, value), "PetscOptionsSetValue");
  const WithoutOptions hidden;
  // Only as an argument does this keep PETSc from its files; it keeps the arguments.
  static char name[] = "talus", skip_files[] = "-skip_petscrc";
  static char* arguments[] = {name, skip_files, nullptr};
  static char** given = arguments;
  static int count = 2;
  check(PetscInitialize(&count, &given, nullptr, nullptr), "PetscInitialize");
  comm::call_at_end([] { return static_cast<int>(PetscFinalize()); });
}

// *Collective.* Neighbours with unknowns form groups, each of so many unknowns that one rank is worth it.
std::unique_ptr<comm::Group> group_of(const comm::Comm& comm, std::int64_t size, bool member,
                                      std::int64_t size_of_rank) {
  const std::int64_t members = comm.sum(std::int64_t{member}), before = comm.sum_before(std::int64_t{member});
  const std::int64_t groups = std::clamp(size / size_of_rank, std::int64_t{1}, std::max(members, std::int64_t{1}));
  return std::make_unique<comm::Group>(comm, member ? static_cast<int>(before * groups / members) : -1);
}

std::vector<double> numbers_of(Vec from, std::size_t size) {
  const double* values = nullptr;
  check(VecGetArrayRead(from, &values), "VecGetArray");
  std::vector<double> numbers(values, values + size);
  check(VecRestoreArrayRead(from, &values), "VecRestoreArray");
  return numbers;
}

}  // namespace

Factors::Factors(const comm::Comm& comm, std::int64_t size, const Places& places, const std::vector<PetscInt>& unknowns,
                 double shift, int unknowns_per_rank)
    : shift_(shift) {
  start_petsc(comm);
  group_ = group_of(comm, size, !unknowns.empty(), unknowns_per_rank);
  const bool once = comm.sum(std::ssize(unknowns)) == size;  // every unknown is named by one rank
  if (!group_->member()) return;
  Places all{group_->gather(places.row), group_->gather(places.column)};
  unknowns_ = group_->gather(unknowns);
  if (!group_->is_first()) return;
  make_matrix(once ? static_cast<PetscInt>(unknowns_.size()) : PETSC_DECIDE, size, std::move(all));
  make_vectors();
  make_solver();
}

Factors::~Factors() {
  KSPDestroy(&solver_);
  VecScatterDestroy(&answer_);
  for (Mat* matrix : {&regular_, &matrix_}) MatDestroy(matrix);
  for (Vec* vector : {&b_, &x_, &asked_}) VecDestroy(vector);
}

MPI_Comm Factors::first_ranks() const { return *static_cast<const MPI_Comm*>(group_->firsts()); }

void Factors::make_matrix(PetscInt here, std::int64_t size, Places places) {
  const auto all = static_cast<PetscInt>(size);
  auto& [rows, columns] = places;  // which PETSc overwrites
  check(MatCreate(first_ranks(), &matrix_), "MatCreate");
  check(MatSetSizes(matrix_, here, here, all, all), "MatSetSizes");
  check(MatSetType(matrix_, MATAIJ), "MatSetType");
  check(MatSetPreallocationCOO(matrix_, static_cast<PetscCount>(rows.size()), rows.data(), columns.data()),
        "MatSetPreallocationCOO");
  check(MatSetOption(matrix_, MAT_SYMMETRIC, PETSC_TRUE), "MatSetOption");
  check(MatSetOption(matrix_, MAT_SYMMETRY_ETERNAL, PETSC_TRUE), "MatSetOption");
}

void Factors::make_vectors() {
  check(MatCreateVecs(matrix_, &x_, &b_), "MatCreateVecs");
  const auto count = static_cast<PetscInt>(unknowns_.size());
  check(VecCreateSeq(PETSC_COMM_SELF, count, &asked_), "VecCreateSeq");
  IS which = nullptr;
  check(ISCreateGeneral(first_ranks(), count, unknowns_.data(), PETSC_COPY_VALUES, &which), "ISCreateGeneral");
  check(VecScatterCreate(x_, which, asked_, nullptr, &answer_), "VecScatterCreate");
  check(ISDestroy(&which), "ISDestroy");
}

void Factors::make_solver() {
  by_cholmod_ = group_->num_groups() == 1 && solver_ == nullptr;
  KSPDestroy(&solver_);
  check(KSPCreate(first_ranks(), &solver_), "KSPCreate");
  check(KSPSetType(solver_, shift_ > 0 ? KSPCG : KSPPREONLY), "KSPSetType");
  check(KSPSetTolerances(solver_, 1e-13, 1e-300, PETSC_DEFAULT, 10), "KSPSetTolerances");
  PC factors;
  check(KSPGetPC(solver_, &factors), "KSPGetPC");
  check(PCSetType(factors, PCCHOLESKY), "PCSetType");
  check(PCFactorSetMatSolverType(factors, by_cholmod_ ? MATSOLVERCHOLMOD : MATSOLVERMUMPS), "PCFactorSetMatSolverType");
  check(KSPSetFromOptions(solver_), "KSPSetFromOptions");
}

void Factors::factor(const std::vector<double>& values) {
  if (!group_->member()) return;
  const auto all = group_->gather(values);
  if (!group_->is_first()) return;
  check(MatSetValuesCOO(matrix_, all.data(), INSERT_VALUES), "MatSetValuesCOO");
  if (shift_ == 0) return set_up();
  // One matrix throughout: its places are analysed once.
  if (!regular_) check(MatDuplicate(matrix_, MAT_DO_NOT_COPY_VALUES, &regular_), "MatDuplicate");
  check(MatCopy(matrix_, regular_, SAME_NONZERO_PATTERN), "MatCopy");
  check(MatShift(regular_, shift_), "MatShift");
  set_up();
}

// Where rounding has made the matrix indefinite CHOLMOD gives up; MUMPS, which pivots, goes on.
void Factors::set_up() {
  check(KSPSetOperators(solver_, matrix_, shift_ == 0 ? matrix_ : regular_), "KSPSetOperators");
  if (!by_cholmod_) return;
  PetscPushErrorHandler(PetscIgnoreErrorHandler, nullptr);
  const bool factored = KSPSetUp(solver_) == 0;
  PetscPopErrorHandler();
  if (factored) return;
  make_solver();
  check(KSPSetOperators(solver_, matrix_, shift_ == 0 ? matrix_ : regular_), "KSPSetOperators");
}

Vector Factors::solve(const Vector& b) {
  Vector x = b;
  if (!group_->member()) return x;
  std::vector<double> all = group_->gather(std::vector<double>(b.begin(), b.end()));
  if (group_->is_first()) {
    check(VecSet(b_, 0), "VecSet");
    check(VecSetValues(b_, static_cast<PetscInt>(all.size()), unknowns_.data(), all.data(), ADD_VALUES),
          "VecSetValues");
    check(VecAssemblyBegin(b_), "VecAssemblyBegin");
    check(VecAssemblyEnd(b_), "VecAssemblyEnd");
    check(KSPSolve(solver_, b_, x_), "KSPSolve");
    check(VecScatterBegin(answer_, x_, asked_, INSERT_VALUES, SCATTER_FORWARD), "VecScatterBegin");
    check(VecScatterEnd(answer_, x_, asked_, INSERT_VALUES, SCATTER_FORWARD), "VecScatterEnd");
    all = numbers_of(asked_, all.size());
  }
  group_->scatter(all, std::span(x.data(), static_cast<std::size_t>(x.size())));
  return x;
}

}  // namespace talus::solver
