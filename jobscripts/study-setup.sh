#!/usr/bin/env bash
# Measures what setting up long lists costs: CPU time (user and system) of `talus check` on decks of N materials, and of N named bodies
# with a load on each.
#
#   study-setup.sh [--counts LIST] [--folder DIR] [--help]
#
#   --counts LIST  lengths N of the lists ("1000 10000 100000")
#   --folder DIR   where decks go (out/study-setup)
#
# Exit codes: 0 done, 1 a check failed, 2 bad usage.

set -euo pipefail

script=${BASH_SOURCE[0]}
# shellcheck disable=SC1091
source "$(dirname "$script")/options.sh"

counts="1000 10000 100000"
folder=out/study-setup
read_options "counts:numbers folder:folder" "$@"
begin_study

head='time: {step: 0.001, end: 0.001}
output: {folder: out}
gravity: [0, 0, 0]
solver: {tolerance: 1e-3}'

materials() {
  printf '%s\nbodies: {list: [{position: [0, 0, 0], material: m%d}]}\nmaterials:\n' "$head" "$1"
  seq -f '  - {name: m%.0f, mu: 0.3, density: 2000}' "$1"
}

loads() {
  printf '%s\nbodies:\n  list:\n' "$head"
  awk -v n="$1" 'BEGIN { for (i = 1; i <= n; ++i) printf "    - {name: b%d, position: [%d, 0, 0], radius: 0.1}\n", i, i }'
  printf 'loads:\n'
  seq -f '  - {kind: force, body: b%.0f, amount: [0, 0, 1]}' "$1"
}

TIMEFORMAT='%U %S'
for kind in materials loads; do
  for n in $counts; do
    "$kind" "$n" > "$folder/$kind-$n.yaml"
    spent=$({ time "${talus:?}" check "$folder/$kind-$n.yaml" > /dev/null; } 2>&1) || die "talus check $folder/$kind-$n.yaml: $spent"
    awk -v kind="$kind" -v n="$n" '{printf "%-10s %8d  %6.2f s of CPU time\n", kind, n, $1 + $2}' <<< "$spent"
  done
done
