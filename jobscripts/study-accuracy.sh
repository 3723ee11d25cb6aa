#!/usr/bin/env bash
# Measures how the time step, the tolerance and the recovery of overlaps change results: a box of grains that come to rest, and a pile.
#
#   study-accuracy.sh [--steps LIST] [--parts LIST] [--recovery LIST] [--bodies N] [--folder DIR] [--help]
#
#   --steps LIST     time steps, s ("0.01 0.005 0.0025 0.00125")
#   --parts LIST     tolerances, in % of g h, what gravity adds to a speed in a step ("10 1 0.1")
#   --recovery LIST  contact.max_recovery_speed, m/s, 0 = no limit; or the word split. All but the first with the middle one of
#                    --steps and --parts only ("0 0.1 split")
#   --bodies N       grains of the box, and of the pile (400)
#   --folder DIR     where runs go (out/study-accuracy); what is there already is used again
#
# The scenes are input/box.yaml over 2 s and input/pile-small.yaml, fed within 1 s, over 3 s. Printed for each row: of the box in its
# last half second, at rest, the scatter of the floor's force in % of the weight and the rms speed of grains in % of g h; its largest
# overlap and the mean of the largest at rest, in % of the smallest radius; what the energy account leaves over, in % of the energy that
# was lost; sweeps per step; seconds of processor time of both runs; the angle of repose of the pile.
# Exit codes: 0 done, 1 a run failed, 2 bad usage.

set -euo pipefail

script=${BASH_SOURCE[0]}
# shellcheck disable=SC1091
source "$(dirname "$script")/options.sh"

steps="0.01 0.005 0.0025 0.00125"
parts="10 1 0.1"
recovery="0 0.1 split"
bodies=400
folder=out/study-accuracy
read_options "steps:times parts:times recovery:words bodies:number folder:folder" "$@"
begin_study
: "${talus:?}"

# run_case STEP PART RECOVERY
run_case() {
  local run=$folder/$1-$2-$3 tolerance common
  [[ -e $run/cpu ]] && return
  rm -rf "$run"
  mkdir -p "$run"
  say "step $1 s, tolerance $2 % of g h, recovery $3"
  tolerance=$(python3 -c "print(9.81e-2 * $1 * $2)")
  common=(--quiet --set "time.step=$1" --set "solver.tolerance=$tolerance" --set solver.max_sweeps=5000 --set output.every=0 --set "bodies.count=$bodies")
  if [[ $3 == split ]]; then
    common+=(--set contact.recovery=split)
  else
    common+=(--set "contact.max_recovery_speed=$3")
  fi
  TIMEFORMAT='%U %S'
  { time {
    "$talus" run input/box.yaml "${common[@]}" --set box.width=0.4 --set "output.folder=$run/box" &&
      "$talus" run input/pile-small.yaml "${common[@]}" --set "pile.rate=$bodies" --set time.end=3 --set "output.folder=$run/pile"
  } > "$run/log" 2>&1; } 2> "$run/cpu.unfinished" || die "$(tail -n 1 "$run/log")"
  mv "$run/cpu.unfinished" "$run/cpu"
}

middle() { printf '%s\n' "$@" | sed -n "$((($# + 1) / 2))p"; }
# shellcheck disable=SC2086
middle_step=$(middle $steps) middle_part=$(middle $parts)
first=${recovery%% *}
cases=()
for part in $parts; do
  for step in $steps; do cases+=("$step $part $first"); done
done
for kind in $recovery; do
  [[ $kind == "$first" ]] || cases+=("$middle_step $middle_part $kind")
done
# shellcheck disable=SC2086
for one in "${cases[@]}"; do run_case $one; done

python3 - "$folder" "${cases[@]}" <<'EOF'
import csv
import json
import math
import re
import statistics
import subprocess
import sys

folder, *cases = sys.argv[1:]
print(f"{'step [ms]':>9}{'tolerance [% g h]':>19}{'recovery':>10}{'force [%]':>11}{'speed [% g h]':>15}{'overlap [%]':>13}{'at rest [%]':>13}"
      f"{'energy [%]':>12}{'sweeps':>8}{'time [s]':>10}{'repose [deg]':>15}")
for case in cases:
    step, part, recovery = case.split()
    run = f"{folder}/{step}-{part}-{recovery}"
    with open(f"{run}/box/series.csv") as file:
        titles, *rows = csv.reader(file)
    names = [title.split()[0] for title in titles]
    table = [dict(zip(names, map(float, row))) for row in rows]
    with open(f"{run}/box/summary.json") as file:
        summary = json.load(file)
    with open(f"{run}/cpu") as file:
        seconds = sum(map(float, file.read().split()))
    rest = [row for row in table if row["time"] > table[-1]["time"] - 0.5]
    forces, gh = [row["wall_force_z"] for row in rest], 9.81 * float(step)
    weight = abs(statistics.fmean(forces))
    speed = math.sqrt(2 * statistics.fmean(row["kinetic_energy"] for row in rest) * 9.81 / weight)
    energy = [row["kinetic_energy"] + row["rotational_energy"] + row["potential_energy"] for row in table]
    defect = max(abs(row["energy_defect"]) for row in table) / (max(energy) - energy[-1])
    drawn = subprocess.run(["postproc/pile.py", f"{run}/pile"], capture_output=True, text=True)
    angle = re.search(r"angle of repose ([-\d.]+ \+- [\d.]+)", drawn.stdout)
    print(f"{1e3 * float(step):9g}{part:>19}{recovery:>10}{100 * statistics.pstdev(forces) / weight:11.2g}{100 * speed / gh:15.2g}"
          f"{100 * max(row['overlap_max'] for row in table):13.2g}{100 * statistics.fmean(row['overlap_max'] for row in rest):13.2g}"
          f"{100 * defect:12.1g}{summary['sweeps'] / summary['steps']:8.1f}{seconds:10.1f}{angle[1] if angle else '-':>15}")
EOF
