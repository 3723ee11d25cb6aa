#!/usr/bin/env bash
# Measures what many ranks cost: sweeps that two beds of spheres need on 1, 2, 8 and 32 ranks with the schedules `blocks` and `cubes`, and
# messages and bytes per sweep, next to figures of other schedules.
#
#   study-ranks.sh [--bodies N] [--ranks LIST] [--folder DIR] [--help]
#
#   --bodies N     spheres in a bed (10000)
#   --ranks LIST   rank counts, the first is the reference ("1 2 8 32")
#   --folder DIR   where beds and figures go (out/study-ranks); what is there already is used again
#
# The beds: `settled`, at rest, and `impact`, grains that fall together. Each is a checkpoint, so all ranks solve the same step, from
# zero impulses, to relative residuals of 1e-2 and 1e-4. More ranks than cores only take longer.
# Exit codes: 0 all limits are kept (`blocks`: 1.5 times the sweeps of the first rank count to 1e-2, 1.9 times to 1e-4; `cubes`: as
# many), 1 one is not, or a run failed, 2 bad usage.

set -euo pipefail

script=${BASH_SOURCE[0]}
# shellcheck disable=SC1091
source "$(dirname "$script")/options.sh"

bodies=10000
ranks="1 2 8 32"
folder=out/study-ranks
read_options "bodies:number ranks:numbers folder:folder" "$@"
begin_study
# shellcheck disable=SC1091
source jobscripts/beds.sh

for bed in settled impact; do
  make_bed "$folder/$bed-$bodies" "$bodies" "$bed"
  for p in $ranks; do
    for schedule in blocks cubes; do
      json=$folder/$bed-$bodies-$schedule-$p.json
      [[ -e $json ]] || bench_bed "$p" "$schedule" "$folder/$bed-$bodies" "$json"
    done
  done
done

python3 - "$folder" "$bodies" "$ranks" <<'EOF'
import json
import sys

folder, bodies, ranks = sys.argv[1], sys.argv[2], [int(p) for p in sys.argv[3].split()]
limits = {"blocks": {"0.01": 1.5, "0.0001": 1.9}, "cubes": {"0.01": 1, "0.0001": 1}}
kept = True
for bed in ("settled", "impact"):
    first = {}
    print(f"\n{bed}, {bodies} spheres" + " " * 8 + "sweeps to 1e-2     to 1e-4        per sweep, largest rank")
    for schedule in ("blocks", "cubes"):
        for p in ranks:
            with open(f"{folder}/{bed}-{bodies}-{schedule}-{p}.json") as file:
                figures = json.load(file)
            line = f"  {schedule:6} {p:3} ranks {figures['contacts']:8} contacts"
            for tolerance, limit in limits[schedule].items():
                sweeps = figures["sweeps_to"][tolerance]
                one = first.setdefault((schedule, tolerance), sweeps)
                good = 0 < sweeps <= limit * one and (schedule == "blocks" or sweeps == one)
                kept = kept and good
                line += f"  {sweeps:5} ({sweeps / one:4.2f}x){' ' if good else '!'}"
            line += f"  {figures['messages_per_sweep_largest_rank']:5.1f} messages"
            line += f" {figures['message_bytes_per_sweep_largest_rank'] / 1000:6.1f} kB"
            print(line)
print("""
Other schedules, 10,000 spheres in impact, momentum, sweeps to 1e-2 on 1, 2, 8, 64 ranks (simulated, another program):
  mass splitting, 1 exchange per sweep 50  54  58  68
  mass splitting, 2 exchanges          50  50  54  60
  coloured interface                   50  50  50  50
to 1e-2 / 1e-4 on 1, 2, 4, 7 ranks: mass splitting 50/402 54/662 56/688 58/743, settled 287/1746 321/1382 309/1494 346/1815;
cubes on any: impact 52/402, settled 287/1815""")
print("\nall limits are kept" if kept else "\nnot kept: see !")
sys.exit(0 if kept else 1)
EOF
