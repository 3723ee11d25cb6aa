#!/usr/bin/env bash
# How evenly ranks share the work of a hopper that empties and of a pile that grows in a corner, by both methods of partition
# and with the first partition alone: balance.csv, a table and a picture of each run.
#
#   study-balance.sh [--ranks N] [--bodies N] [--end T] [--folder DIR] [--help]
#
#   --ranks N      ranks (8); more than cores only take longer
#   --bodies N     grains of a run (8000); the hopper is wider, and the pile fed faster, for more
#   --end T        simulated time, s (5)
#   --folder DIR   where the runs go (out/study-balance); what has ended there is not run again
#
# Exit codes: 0 done, 1 a run failed, 2 bad usage.

set -euo pipefail

script=${BASH_SOURCE[0]}
# shellcheck disable=SC1091
source "$(dirname "$script")/options.sh"

ranks=8
bodies=8000
end=5
folder=out/study-balance
read_options "ranks:number bodies:number end:time folder:folder" "$@"
begin_study
: "${talus:?}"
scale=$(awk -v n="$bodies" 'BEGIN { print sqrt(n / 2000) }')  # of the decks' hopper, for as many layers of grains
times() { awk -v a="$1" -v b="$scale" 'BEGIN { print a * b }'; }
hopper=(--set "hopper.width=$(times 0.8)" --set "hopper.depth=$(times 0.4)" --set "hopper.slot=$(times 0.25)")
corner=(--set "pile.rate=$(awk -v n="$bodies" 'BEGIN { print n / 5 }')")

for deck in hopper corner; do
  for how in never hilbert parmetis; do
    out=$folder/$deck-$how
    settings=(--set "output.folder=$out" --set "bodies.count=$bodies" --set "time.end=$end")
    if [[ $deck == hopper ]]; then settings+=("${hopper[@]}"); else settings+=("${corner[@]}"); fi
    if [[ $how == never ]]; then settings+=(--set partition.every=0); else settings+=(--set "partition.method=$how"); fi
    if [[ ! -e $out/summary.json ]]; then
      mpirun -n "$ranks" "$talus" run "input/$deck.yaml" --resume --quiet "${settings[@]}" || exit 1
    fi
    printf '\n%s, %s\n' "$deck" "$how"
    postproc/balance.py "$out"
  done
done
