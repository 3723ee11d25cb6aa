#!/usr/bin/env bash
# Measures what contact laws cost, and checks that each has the same bits on any number of ranks: a pile by every law, schedule `cubes`.
#
#   study-laws.sh [--laws LIST] [--ranks LIST] [--end S] [--folder DIR] [--help]
#
#   --laws LIST    the first is the reference of the cost ("ccp coulomb regularised pyramid box")
#   --ranks LIST   rank counts, the first is the reference of the bits ("1 2 4")
#   --end S        simulated time, s (5)
#   --folder DIR   where runs go (out/study-laws); what is there already is used again
#
# The pile is input/pile-small.yaml. Printed: seconds of processor time per step, all ranks together, waiting counted; their ratio to the
# first law's on as many ranks; sweeps per step; steps that missed the tolerance; the largest overlap; the angle of repose of the first run
# of each law; the hash of the last state.
# Exit codes: 0 each law has one hash, 1 one has not, or a run failed, 2 bad usage.

set -euo pipefail

script=${BASH_SOURCE[0]}
# shellcheck disable=SC1091
source "$(dirname "$script")/options.sh"

laws="ccp coulomb regularised pyramid box"
ranks="1 2 4"
end=5
folder=out/study-laws
read_options "laws:names ranks:numbers end:time folder:folder" "$@"
begin_study
: "${talus:?}"

for p in $ranks; do
  for law in $laws; do
    run=$folder/$law-$p
    [[ -e $run/cpu ]] && continue
    rm -rf "$run"
    say "$law on $p ranks"
    own=()  # keys of this law alone
    [[ $law != regularised ]] || own=(--set contact.bristle_stiffness=1e6)
    TIMEFORMAT='%U %S'
    { time mpirun -n "$p" "$talus" run input/pile-small.yaml --quiet --set contact.law="$law" "${own[@]}" \
      --set solver.schedule=cubes --set time.end="$end" --set output.every=0 --set output.folder="$run" > "$run.log" 2>&1; } 2> "$run.cpu" ||
      die "$law on $p ranks failed: $run.log"
    mv "$run.cpu" "$run/cpu"
  done
done

python3 - "$folder" "$laws" "$ranks" <<'EOF'
import json
import re
import subprocess
import sys

folder, laws, ranks = sys.argv[1], sys.argv[2].split(), [int(p) for p in sys.argv[3].split()]
same, cost = True, {}
print(f"{'law':12}{'ranks':>6}{'s per step':>11}{'ratio':>7}{'sweeps':>8}{'missed':>8}{'overlap [mm]':>14}{'repose [deg]':>15}  hash")
for law in laws:
    drawn = subprocess.run(["postproc/pile.py", f"{folder}/{law}-{ranks[0]}"], capture_output=True, text=True)
    angle = re.search(r"angle of repose ([-\d.]+ \+- [\d.]+)", drawn.stdout)
    hashes = set()
    for p in ranks:
        with open(f"{folder}/{law}-{p}/summary.json") as file:
            summary = json.load(file)
        with open(f"{folder}/{law}-{p}/cpu") as file:
            cost[law, p] = sum(map(float, file.read().split())) / summary["steps"]
        hashes.add(summary["state_hash"])
        print(f"{law:12}{p:6}{cost[law, p]:11.4f}{cost[law, p] / cost[laws[0], p]:7.2f}{summary['sweeps'] / summary['steps']:8.1f}{summary['missed_steps']:8}"
              f"{1000 * summary['penetration_max']:14.3f}{angle[1] if angle and p == ranks[0] else '':>15}  {summary['state_hash']}")
    same = same and len(hashes) == 1
print("every law has the same bits on all ranks" if same else "NOT the same bits")
sys.exit(not same)
EOF
