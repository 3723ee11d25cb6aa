#!/usr/bin/env bash
# Runs clang-tidy with the checks of .clang-tidy on src and drivers.
#
#   lint.sh [--help] [PATTERN]
#
#   PATTERN  only the files whose path matches this regular expression
#
# Exit codes: 0 clean, 1 a check found something or the build folder could not be configured, 2 bad usage, 77 no clang-tidy
# here (install-deps.sh --fuzz).

set -euo pipefail

case ${1:-} in
  -h | --help) sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; exit 0 ;;
  -*) printf 'lint: unknown argument: %s (see --help)\n' "$1" >&2; exit 2 ;;
esac
command -v clang-tidy >/dev/null || { echo "lint: no clang-tidy here (install-deps.sh --fuzz)" >&2; exit 77; }

cd "$(dirname "${BASH_SOURCE[0]}")/.."
cmake --preset lint >/dev/null
cmake --build build/lint --target talus_commit >/dev/null
mapfile -t sources < <(find src drivers -name '*.cpp' | grep -E "${1:-.}" | sort)
[[ ${#sources[@]} -gt 0 ]] || { echo "lint: no file matches ${1:-}" >&2; exit 2; }
printf '%s\0' "${sources[@]}" | xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet -p build/lint 2>/dev/null
