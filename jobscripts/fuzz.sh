#!/usr/bin/env bash
# Fuzzes what reads files that are not trusted, by libFuzzer under asan and ubsan.
#
#   fuzz.sh [--minutes N] [--help] [TARGET...]
#
#   --minutes N   for each target (10)
#   TARGET        deck, problem (FCLib and stored steps), checkpoint, mesh (STL, CSV, LAMMPS); without one all
#
# Starts from tests/fuzz/corpus and what earlier runs found (build/fuzz/corpus). An input that crashes, never ends or makes more
# than 64 MB be asked for at once (corpus files have up to 200 kB) is left as build/fuzz/TARGET-*.
# Exit codes: 0 nothing found, 1 a target could not be built or found a fault, 2 bad usage, 77 no clang++ here.

set -euo pipefail

usage() { sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; }
bad_usage() { printf 'fuzz: %s (see --help)\n' "$1" >&2; exit 2; }

minutes=10
targets=()
while [[ $# -gt 0 ]]; do
  case $1 in
    --minutes) [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || bad_usage "--minutes wants a positive number"; minutes=$2; shift ;;
    -h | --help) usage; exit 0 ;;
    deck | problem | checkpoint | mesh) targets+=("$1") ;;
    *) bad_usage "unknown argument: $1" ;;
  esac
  shift
done
[[ ${#targets[@]} -gt 0 ]] || targets=(deck problem checkpoint mesh)
command -v clang++ >/dev/null || { echo "fuzz: no clang++ here (install-deps.sh --fuzz)" >&2; exit 77; }

cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck disable=SC1091
source jobscripts/env.sh
export CMAKE_CXX_COMPILER_LAUNCHER="${CMAKE_CXX_COMPILER_LAUNCHER-$(command -v ccache || true)}"
export CCACHE_BASEDIR="${CCACHE_BASEDIR-$PWD}"
cmake --preset fuzz >/dev/null
cmake --build build/fuzz --target "${targets[@]/#/fuzz_}" | tail -n 1

export ASAN_OPTIONS="${ASAN_OPTIONS-detect_leaks=0}"  # MPI leaks
export TALUS_FUZZ_CHECKPOINT=$PWD/tests/io/checkpoint-version-1.h5
found=0
for target in "${targets[@]}"; do
  corpus=build/fuzz/corpus/$target
  mkdir -p "$corpus"
  [[ $target != deck ]] || cp -n input/*.yaml "$corpus"
  [[ $target != checkpoint ]] || cp -n "$TALUS_FUZZ_CHECKPOINT" "$corpus"
  echo "== $target, $minutes minutes"
  build/fuzz/bin/fuzz_"$target" -max_total_time=$((60 * minutes)) -timeout=30 -malloc_limit_mb=64 -rss_limit_mb=4096 -max_len=200000 \
    -artifact_prefix=build/fuzz/"$target"- -print_final_stats=1 "$corpus" tests/fuzz/corpus/"$target" >build/fuzz/"$target".log 2>&1 || found=1
  grep -E '^stat::number_of_executed|^(==[0-9]+==)?(ERROR|SUMMARY)|^Done' build/fuzz/"$target".log || true
done
exit "$found"
