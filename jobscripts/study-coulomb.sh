#!/usr/bin/env bash
# The cost of exact Coulomb friction compared with that of the convex law: sweeps per step and missed steps on four beds.
#
#   study-coulomb.sh [--beds LIST] [--tolerances LIST] [--end S] [--bodies N] [--folder DIR] [--help]
#
#   --beds LIST        of random, lattice, box, chute (all four)
#   --tolerances LIST  m/s ("1e-3 1e-5")
#   --end S            simulated time, s (that of each deck)
#   --bodies N         grains (2,000 of the pile, 10,000 of the box, 1,000 of the chute)
#   --folder DIR       where runs go (out/study-coulomb); what is there already is used again
#
# `random` and `lattice` are input/pile-small.yaml, fed at random places or on a lattice; `box` is input/box.yaml, `chute` is
# input/chute.yaml. Sweeps per step are limited to 200 on the piles at 1e-3 m/s and to 5,000 elsewhere. Printed: sweeps per step, missed
# steps, seconds of wall time, the largest opening of a contact that presses in micrometres, and the hash of the last state.
# Exit codes: 0 no step is missed, 1 one is, or a run failed, 2 bad usage.

set -euo pipefail

script=${BASH_SOURCE[0]}
# shellcheck disable=SC1091
source "$(dirname "$script")/options.sh"

beds="random lattice box chute"
tolerances="1e-3 1e-5"
end=
bodies=
folder=out/study-coulomb
read_options "beds:names tolerances:words end:time bodies:number folder:folder" "$@"
begin_study
: "${talus:?}"

# settings_of BED TOLERANCE: the deck and its settings.
settings_of() {
  local sweeps=5000
  case $1 in
    random | lattice)
      [[ $2 != 1e-3 ]] || sweeps=200
      echo "input/pile-small.yaml --set feeds[0].places=$1"
      ;;
    box) [[ -n $bodies ]] && echo input/box.yaml || echo "input/box.yaml --set bodies.count=10000 --set box.width=1.5" ;;
    chute) echo input/chute.yaml ;;
    *) bad_usage "unknown bed: $1" ;;
  esac
  echo "--set solver.max_sweeps=$sweeps --set solver.tolerance=$2"
  [[ -z $bodies ]] || echo "--set bodies.count=$bodies"
  [[ -z $end ]] || echo "--set time.end=$end"
}

for bed in $beds; do
  settings_of "$bed" 1e-3 > /dev/null
done
for tolerance in $tolerances; do
  for bed in $beds; do
    for law in ccp coulomb; do
      run=$folder/$bed-$tolerance-$law
      [[ -e $run/summary.json ]] && continue
      rm -rf "$run"
      say "$bed, $tolerance m/s, $law"
      # shellcheck disable=SC2046
      "$talus" run $(settings_of "$bed" "$tolerance") --quiet --set contact.law=$law --set output.every=0 --set output.contacts=false \
        --set "output.folder=$run" > "$run.log" 2>&1 || die "$bed, $tolerance m/s, $law failed: $run.log"
    done
  done
done

python3 - "$folder" "$beds" "$tolerances" <<'PYTHON'
import json
import sys

folder, beds, tolerances = sys.argv[1], sys.argv[2].split(), sys.argv[3].split()
missed = 0
print(f"{'bed':10}{'m/s':>7}  {'law':8}{'steps':>7}{'sweeps':>9}{'missed':>8}{'s':>9}{'opening [um]':>14}  hash")
for tolerance in tolerances:
    for bed in beds:
        for law in ("ccp", "coulomb"):
            with open(f"{folder}/{bed}-{tolerance}-{law}/summary.json") as file:
                s = json.load(file)
            print(f"{bed:10}{tolerance:>7}  {law:8}{s['steps']:7}{s['sweeps'] / s['steps']:9.1f}{s['missed_steps']:8}{s['seconds']:9.1f}"
                  f"{1e6 * s['relaxation_max']:14.3g}  {s['state_hash']}")
            missed += s["missed_steps"]
print(f"{missed} steps missed")
sys.exit(missed > 0)
PYTHON
