#!/usr/bin/env bash
# How evenly ranks share the work of a hopper that empties and of a pile that grows in a corner, by both methods of partition
# and with the first partition alone: balance.csv, a table and a picture of each run.
#
#   study-balance.sh [--ranks N] [--bodies N] [--end T] [--folder DIR] [--help]
#
#   --ranks N      ranks (8); more than cores only take longer
#   --bodies N     grains of a run (2000)
#   --end T        simulated time, s (5)
#   --folder DIR   where the runs go (out/study-balance); what has ended there is not run again
#
# Exit codes: 0 done, 1 a run failed, 2 bad usage.

set -euo pipefail

usage() { sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; }
bad_usage() { printf 'study-balance: %s (see --help)\n' "$1" >&2; exit 2; }

ranks=8
bodies=2000
end=5
folder=out/study-balance
while [[ $# -gt 0 ]]; do
  case $1 in
    --ranks) [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || bad_usage "--ranks wants a positive number"; ranks=$2; shift ;;
    --bodies) [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || bad_usage "--bodies wants a positive number"; bodies=$2; shift ;;
    --end) [[ ${2:-} =~ ^[0-9]*[.]?[0-9]+$ ]] || bad_usage "--end wants a time in s"; end=$2; shift ;;
    --folder) [[ -n ${2:-} ]] || bad_usage "--folder wants a folder"; folder=$(realpath -m -- "$2"); shift ;;
    -h | --help) usage; exit 0 ;;
    *) bad_usage "unknown argument: $1" ;;
  esac
  shift
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck disable=SC1091
source jobscripts/env.sh

for deck in hopper corner; do
  for how in never hilbert parmetis; do
    out=$folder/$deck-$how
    settings=(--set "output.folder=$out" --set "bodies.count=$bodies" --set "time.end=$end")
    if [[ $how == never ]]; then settings+=(--set partition.every=0); else settings+=(--set "partition.method=$how"); fi
    if [[ ! -e $out/summary.json ]]; then
      mpirun -n "$ranks" build/release/bin/talus run "input/$deck.yaml" --resume --quiet "${settings[@]}" || exit 1
    fi
    printf '\n%s, %s\n' "$deck" "$how"
    postproc/balance.py "$out"
  done
done
