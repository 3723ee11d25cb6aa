#!/usr/bin/env bash
# Installs what is missing, builds Talus and runs its tests. The last line says: N passed, N failed[, N skipped].
#
#   test.sh [--full [NAME]] [--list] [--no-install] [--help]
#
#   --full [NAME]  the long campaigns instead (tests with the label full); with NAME only those whose name matches this regular expression
#   --list         name the campaigns and stop
#   --no-install   the packages are there already, in another way than by Debian's apt
#
# TALUS_FCLIB, if set, is a folder with problems of the FCLib collection; without it the tests that need it are skipped.
# Exit codes: 0 every test passed or was skipped, 1 a test or a stage before the tests failed (it says which and why), 2 bad usage.

set -euo pipefail

usage() { sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; }

selection=(--label-exclude '^full$')
packages=(--slurm --browser)
list=no
install=yes
while [[ $# -gt 0 ]]; do
  case $1 in
    --full)
      selection=(--label-regex '^full$')
      packages+=(--docs --fuzz --packages)
      if [[ -n ${2:-} && ${2:-} != -* ]]; then
        selection+=(--tests-regex "$2")
        shift
      fi ;;
    --list) list=yes ;;
    --no-install) install=no ;;
    -h | --help) usage; exit 0 ;;
    *) printf 'test: unknown argument: %s (see --help)\n' "$1" >&2; exit 2 ;;
  esac
  shift
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
cores=$(env -u OMP_NUM_THREADS nproc)  # nproc would obey OMP_NUM_THREADS
log=build/release/test.log
# shellcheck disable=SC1091
source jobscripts/stages.sh
# shellcheck disable=SC1091
source jobscripts/env.sh
export OMPI_MCA_pml="${OMPI_MCA_pml-ob1}"  # all ranks are on this machine: not probing for networks saves 0.2 s a start

# One more at a time than there are cores: scripts wait for what they start.
run_ctest() { ctest --preset release --parallel "$((cores + 1))" "${selection[@]}" 2>&1 </dev/null | tee "$log"; }

# From ctest's closing line, "P% tests passed, F tests failed out of M", where the skipped ones count as passed. Fails if there is none.
count_tests() {
  local summary='^[0-9]+% tests passed, ([0-9]+) tests? failed out of ([0-9]+)$'
  [[ $(grep -E "$summary" "$log") =~ $summary ]] || return 1
  failed=${BASH_REMATCH[1]}
  skipped=$(grep -cE '^ *[0-9]+/[0-9]+ Test +#[0-9]+: .*\*\*\*Skipped ' "$log" || true)
  passed=$((BASH_REMATCH[2] - failed - skipped))
}

[[ $install == no ]] || install_stage "${packages[@]}"
format_status=0
stage format jobscripts/format.sh --check || format_status=$?
case $format_status in
  0) ;;
  77) echo "the format is not checked" ;;
  *) die "sources are not formatted, see above; jobscripts/format.sh formats them" ;;
esac
configure_stage
if [[ $list == yes ]]; then
  printf '\nCampaigns, each run by: test.sh --full NAME\n'
  ctest --preset release --show-only --label-regex '^full$' | sed -nE 's/^ *Test +#[0-9]+: /  /p'
  exit 0
fi
# shellcheck disable=SC2119
build_stage
warn_if_host_is_nameless
[[ -n ${TALUS_FCLIB:-} ]] || echo "TALUS_FCLIB is not set: tests on problems of the FCLib collection are skipped"
status=0
stage tests run_ctest || status=$?

report_minutes
count_tests || die "ctest ran no test (it says why above); test.sh --list names the campaigns"
if [[ $failed -eq 0 && $status -ne 0 ]]; then
  echo "ctest failed with exit code $status though no test did, see above"
fi
echo "$passed passed, $failed failed$([[ $skipped -eq 0 ]] || echo ", $skipped skipped")"
[[ $status -eq 0 ]] || exit 1
