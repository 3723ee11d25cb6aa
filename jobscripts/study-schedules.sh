#!/usr/bin/env bash
# The price of `cubes` (the same bits on any number of ranks) against `blocks`, on beds of spheres at rest.
#
#   study-schedules.sh [--bodies LIST] [--pairs N] [--folder DIR] [--help]
#
#   --bodies LIST  spheres of the beds ("10000 100000")
#   --pairs N      alternating pairs of runs of both schedules (11)
#   --folder DIR   where beds and figures go (out/study-schedules); what is there already is used again
#
# On 1 and 2 ranks: nanoseconds of processor time per contact and sweep (largest rank), and wall seconds of a step of 50 sweeps with
# all that belongs to it; medians of alternating runs, so that other load of the machine affects both. Speed-up: contacts per second
# of the sweeps on 2 ranks over twice those on 1, by wall time. On 1, 2, 4, 8 ranks: sweeps to relative residuals of 1e-2 and 1e-4,
# messages and bytes per sweep. The last lines are a table for a README.
# Exit codes: 0 done, 1 a run failed, 2 bad usage.

set -euo pipefail

script=${BASH_SOURCE[0]}
# shellcheck disable=SC1091
source "$(dirname "$script")/options.sh"

bodies="10000 100000"
pairs=11
folder=out/study-schedules
read_options "bodies:numbers pairs:number folder:folder" "$@"
begin_study
# shellcheck disable=SC1091
source jobscripts/beds.sh

for n in $bodies; do
  make_bed "$folder/settled-$n" "$n" settled
  for p in 1 2 4 8; do
    for schedule in blocks cubes; do
      json=$folder/$n-$schedule-$p.json
      [[ -e $json ]] || bench_bed "$p" "$schedule" "$folder/settled-$n" "$json"
    done
  done
  for ((i = 1; i <= pairs; ++i)); do
    for p in 1 2; do
      for schedule in blocks cubes; do
        json=$folder/$n-$schedule-$p-run$i.json
        [[ -e $json ]] || bench_bed "$p" "$schedule" "$folder/settled-$n" "$json" --sweeps-only --set solver.max_sweeps=50 \
          --set solver.tolerance=1e-12
      done
    done
  done
done

# shellcheck disable=SC2086
python3 - "$folder" "$pairs" $bodies <<'EOF'
import json
import os
import statistics
import sys

folder, pairs, sizes = sys.argv[1], int(sys.argv[2]), sys.argv[3:]


def load(name):
    with open(f"{folder}/{name}.json") as file:
        return json.load(file)


def median(n, schedule, ranks, figure):
    return statistics.median(figure(load(f"{n}-{schedule}-{ranks}-run{i + 1}")) for i in range(pairs))


for n in sizes:
    print(f"\n{n} spheres, medians of {pairs} alternating runs; load of the machine now {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    price, speed = {}, {}
    for ranks in (1, 2):
        cpu, sweep, step = {}, {}, {}
        for schedule in ("blocks", "cubes"):
            cpu[schedule] = median(n, schedule, ranks, lambda r: r["ns_per_contact_sweep_accelerated"])
            sweep[schedule] = median(n, schedule, ranks, lambda r: r["seconds_per_sweep_accelerated"])
            step[schedule] = median(n, schedule, ranks, lambda r: sum(r["seconds_by_phase"].values()))
            speed[schedule, ranks] = 1 / sweep[schedule]
            print(f"  {schedule:6} {ranks} ranks: {cpu[schedule]:6.2f} ns per contact and sweep, {1000 * sweep[schedule]:8.3f} ms wall per sweep, "
                  f"{step[schedule]:7.4f} s wall per step")
        print(f"  price of cubes on {ranks}: {100 * (cpu['cubes'] / cpu['blocks'] - 1):+.1f} % ns, "
              f"{100 * (sweep['cubes'] / sweep['blocks'] - 1):+.1f} % wall per sweep, {100 * (step['cubes'] / step['blocks'] - 1):+.1f} % wall per step")
    for schedule in ("blocks", "cubes"):
        print(f"  {schedule:6} 2 ranks: {100 * speed[schedule, 2] / (2 * speed[schedule, 1]):.0f} % of twice one rank's speed")

print("\n| spheres | ranks | schedule | sweeps to 1e-2 / 1e-4 | messages per sweep | kB per sweep |\n|---|---|---|---|---|---|")
for n in sizes:
    for ranks in (1, 2, 4, 8):
        for schedule in ("blocks", "cubes"):
            r = load(f"{n}-{schedule}-{ranks}")
            print(f"| {n} | {ranks} | {schedule} | {r['sweeps_to']['0.01']} / {r['sweeps_to']['0.0001']} "
                  f"| {r['messages_per_sweep_largest_rank']:.1f} | {r['message_bytes_per_sweep_largest_rank'] / 1000:.0f} |")
EOF
