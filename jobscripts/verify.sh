#!/usr/bin/env bash
# Same bits, on this machine and of this deck: runs a few steps on several numbers of ranks and through restarts, and compares.
#
#   verify.sh DECK [--ranks A,B] [--steps N] [--set KEY=VALUE ...] [--help]
#
#   --ranks A,B       rank counts (1,3)
#   --steps N         steps of each run (20)
#   --set KEY=VALUE   override a key of the deck (may be repeated)
#
# The deck runs on A ranks; on B ranks; and on A ranks to the middle, then from that checkpoint on B. The state of all bodies, walls,
# joints and remembered impulses must be the same, to the last bit; if not, the first body and field that differ are printed. What
# the deck's options keep (`reproducible` in summary.json) decides what is compared: with `run` (schedule blocks, most solvers of rows)
# each rank count with itself through a restart; with `none` (solver ipm) numbers may differ by 1e-8 of the largest of their field.
# TALUS_BINARY names another executable.
# Exit codes: 0 the same, 1 different, 2 bad usage or deck, others as of talus.

set -euo pipefail

script=${BASH_SOURCE[0]}
# shellcheck disable=SC1091
source "$(dirname "$script")/options.sh"
: "${jobscripts:?}" "${talus:?}"
python=/usr/bin/python3  # Debian's, for which install-deps.sh installs h5py
[[ -x $python ]] || python=python3

deck=
ranks=1,3
steps=20
sets=()
while [[ $# -gt 0 ]]; do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --ranks) [[ ${2:-} =~ ^[1-9][0-9]{0,5}(,[1-9][0-9]{0,5})?$ ]] || bad_usage "--ranks wants one or two rank counts, 1,3"; ranks=$2; shift ;;
    --steps) [[ ${2:-} =~ ^[1-9][0-9]{0,8}$ && $2 -gt 1 ]] || bad_usage "--steps wants a number above 1"; steps=$2; shift ;;
    --set) [[ ${2:-} == *=* ]] || bad_usage "--set wants KEY=VALUE"; sets+=(--set "$2"); shift ;;
    -*) bad_usage "unknown argument: $1" ;;
    *) [[ -z $deck ]] || bad_usage "one deck at a time"; deck=$1 ;;
  esac
  shift
done
[[ -n $deck ]] || bad_usage "which deck?"
need_talus
need_mpi
a=${ranks%,*} b=${ranks#*,}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

resolve() { "$talus" check "$deck" "${sets[@]}" 2> "$folder/err" || { local status=$?; cat "$folder/err" >&2; exit "$status"; }; }
resolved=$(resolve)
! grep -q '^scenario: wheel' <<< "$resolved" || die "$deck: a study that writes no checkpoint: nothing to compare"
# Frames and files of problems are of no use here.
sets+=(--set output.every=0 --set output.every_steps=0 --set output.contacts=false --set output.joints=false --set output.problem_at=0)
resolved=$(resolve)
step=$(awk '/^[^ ]/ { in_time = /^time:/ } in_time && $1 == "step:" { print $2 }' <<< "$resolved")
[[ -n $step ]] || die "$deck: has no time.step: nothing to compare"

until_step() { awk -v n="$1" -v h="$step" 'BEGIN { printf "%.17g", n * h }'; }

# run RANKS FOLDER STEP ARGUMENT...   To this step, quietly; ends the script if that fails.
run() {
  local status=0
  mpirun -n "$1" "$talus" "${@:4}" --quiet --set "output.folder=$folder/$2" --set "time.end=$(until_step "$3")" \
    < /dev/null > /dev/null 2> "$folder/err" || status=$?
  [[ $status -eq 0 ]] || { grep '^talus' "$folder/err" >&2 || cat "$folder/err" >&2; die "$deck on $1 ranks ended with $status"; }
  [[ -e $folder/$2/checkpoint.h5 ]] || die "$deck: writes no checkpoint: nothing to compare"
}

# restarted RANKS RANKS   Writes to the folder "A-to-B".
restarted() {
  run "$1" "half-$1" $((steps / 2)) run "$deck" "${sets[@]}"
  run "$2" "$1-to-$2" "$steps" restart "$folder/half-$1/checkpoint.h5"
}

failed=0
# same FOLDER FOLDER WHAT
same() {
  local status=0 said
  if [[ $level == none ]]; then
    said=$("$python" "$jobscripts/verify.py" "$folder/$1/checkpoint.h5" "$folder/$2/checkpoint.h5") || status=$?
  else
    said=$("$talus" info --compare "$folder/$1/checkpoint.h5" "$folder/$2/checkpoint.h5") || status=$?
  fi
  case $status in
    0) echo "$3: $(tail -n 1 <<< "$said")" ;;
    1) echo "$3: DIFFERENT: $(tail -n 1 <<< "$said")"; failed=1 ;;
    *) exit "$status" ;;
  esac
}

run "$a" "$a" "$steps" run "$deck" "${sets[@]}"
level=$("$python" -c 'import json, sys; print(json.load(open(sys.argv[1]))["reproducible"])' "$folder/$a/summary.json")
say "$deck, $steps steps of $step s, reproducible: $level; rank counts:"
if [[ $level == run ]]; then
  for n in $a $([[ $a == "$b" ]] || echo "$b"); do
    [[ -e $folder/$n ]] || run "$n" "$n" "$steps" run "$deck" "${sets[@]}"
    restarted "$n" "$n"
    same "$n" "$n-to-$n" "on $n, restarted on $n at step $((steps / 2))"
  done
else
  [[ $a == "$b" ]] || { run "$b" "$b" "$steps" run "$deck" "${sets[@]}"; same "$a" "$b" "on $a and on $b"; }
  restarted "$a" "$b"
  same "$a" "$a-to-$b" "on $a, and restarted on $b at step $((steps / 2))"
fi
exit "$failed"
