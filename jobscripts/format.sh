#!/usr/bin/env bash
# Formats the C++ sources by .clang-format, or checks that they are formatted.
#
#   format.sh [--check] [--help]
#
#   --check  change nothing; name the places that differ
#
# Exit codes: 0 all is well, 1 a file differs, 2 bad usage, 77 no clang-format here (install-deps.sh --slurm).
#

set -euo pipefail

mode=-i
case ${1:-} in
  '') ;;
  --check) mode='--dry-run --Werror' ;;
  -h | --help) sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; exit 0 ;;
  *) printf 'format: unknown argument: %s (see --help)\n' "$1" >&2; exit 2 ;;
esac
command -v clang-format >/dev/null || { echo "format: no clang-format here (install-deps.sh --slurm)" >&2; exit 77; }

cd "$(dirname "${BASH_SOURCE[0]}")/.."
mapfile -t sources < <(find src drivers tests -name '*.cpp' -o -name '*.hpp' -o -name '*.c' -o -name '*.h' | sort)
status=0
# shellcheck disable=SC2086
printf '%s\0' "${sources[@]}" | xargs -0 -n 32 -P "$(nproc)" clang-format $mode || status=1
exit "$status"
