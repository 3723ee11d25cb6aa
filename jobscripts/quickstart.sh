#!/usr/bin/env bash
# From a fresh machine to the first pictures: installs what is missing, builds Talus, simulates a small pile and a rolling disk,
# draws both, and writes a report of the pile that opens in a browser.
#
#   quickstart.sh [--ranks N] [--out DIR] [--no-install] [--help]
#
#   --ranks N      MPI ranks of the pile (2); the disk needs one
#   --out DIR      folder of the results (out in the repository)
#   --no-install   the packages are there already, in another way than by Debian's apt
#
# Called again it goes on where it was stopped, and does nothing over that is done.
# Exit codes: 0 done, 1 a stage failed (it says which and why), 2 bad usage; a simulation that stops gives its own.

set -euo pipefail

usage() { sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; }
bad_usage() { printf 'quickstart: %s (see --help)\n' "$1" >&2; exit 2; }

ranks=2
out=out
install=yes
while [[ $# -gt 0 ]]; do
  case $1 in
    --ranks)
      [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || bad_usage "--ranks wants a positive number"
      ranks=$2
      shift ;;
    --out)
      [[ -n ${2:-} ]] || bad_usage "--out wants a folder"
      out=$(realpath -m -- "$2")
      shift ;;
    --no-install) install=no ;;
    -h | --help) usage; exit 0 ;;
    *) bad_usage "unknown argument: $1" ;;
  esac
  shift
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck disable=SC1091
source jobscripts/stages.sh
# shellcheck disable=SC1091
source jobscripts/env.sh

# simulate DECK RANKS
simulate() {
  local status=0
  mpirun -n "$2" build/release/bin/talus run "input/$1.yaml" --resume --set "output.folder=$out/$1" </dev/null || status=$?
  case $status in
    0) return ;;
    2) echo "The deck input/$1.yaml was refused, or $out/$1 holds something else." >&2 ;;
    3) echo "It was stopped on request; its checkpoint is written. Call this script again to go on." >&2 ;;
    4) echo "The solver or the physics failed." >&2 ;;
    5) echo "Reading or writing in $out/$1 failed: is the disk full, or a file damaged?" >&2 ;;
  esac
  exit "$status"
}

# draw DECK SCRIPT PICTURE
draw() {
  python3 "postproc/$2" "$out/$1" && [[ -s $out/$1/$3 ]]
}

# shellcheck disable=SC2119
[[ $install == no ]] || install_stage
configure_stage
build_stage --target talus
warn_if_host_is_nameless
stage "pile on $ranks ranks" simulate pile-small "$ranks"
stage "rolling disk" simulate rolling-disk 1
stage "pictures" draw pile-small pile.py pile.png || die "postproc/pile.py made no $out/pile-small/pile.png, see above"
draw rolling-disk disk.py disk.png || die "postproc/disk.py made no $out/rolling-disk/disk.png, see above"
stage "report" draw pile-small report.py report.html || die "postproc/report.py made no $out/pile-small/report.html, see above"

report_minutes
printf 'The pictures:\n  %s\n  %s\nThe report, for a browser:\n  %s\n' "$out/pile-small/pile.png" "$out/rolling-disk/disk.png" "$out/pile-small/report.html"
