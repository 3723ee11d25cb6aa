#!/usr/bin/env bash
# Boxes of spheres at rest and in mid-impact, sliding and with rolling friction: sweeps and seconds of every solver, cold and from the
# last step's impulses, to relative residuals of 1e-2, 1e-4, 1e-6.
#
#   study-solvers.sh [--bodies LIST] [--solvers LIST] [--ranks N] [--seconds S] [--folder DIR] [--help]
#
#   --bodies LIST    ("1000 10000 50000")
#   --solvers LIST   ("mnest alr pgs apgd spg jacobi eq46 ipm")
#   --ranks N        (1)
#   --seconds S      of wall time that a solve may take (300)
#   --folder DIR     where the problems and figures go (out/study-solvers); what is there already is used again
#
# Each solve ends at 1e-6, after 20,000 sweeps or that time; then the residual that it reached stands in place of sweeps, in brackets.
# Residuals are looked at now and then: mnest, alr and pgs may have met a tolerance a tenth of their sweeps earlier (at least 8), others 10.
# `postproc/solvers.py DIR` draws the convergence of all.
# Exit codes: 0 done, 2 bad usage.

set -euo pipefail

script=${BASH_SOURCE[0]}
# shellcheck disable=SC1091
source "$(dirname "$script")/options.sh"

bodies="1000 10000 50000"
solvers="mnest alr pgs apgd spg jacobi eq46 ipm"
ranks=1
seconds=300
folder=out/study-solvers
read_options "bodies:numbers solvers:names ranks:number seconds:time folder:folder" "$@"
begin_study
: "${talus:?}"

# store COUNT RHO: the box falls and comes to rest; the problems in mid-impact (0.25 s) and at rest (1.5 s) are stored.
store() {
  local out=$folder/box-$1-$2 width
  width=$(python3 -c "print(round(0.07 * ($1 / 1.0) ** (1 / 3), 3))")
  [[ -e $out/problem-000300.hdf5 ]] || { rm -rf "$out"; mpirun -n "$ranks" "$talus" run input/box.yaml --quiet --set output.folder="$out" --set output.every=0 \
    --set bodies.count="$1" --set box.width="$width" --set contact.mu=0.6 --set contact.rho="$2" --set time.end=1.5 --set output.problem_at=50 \
    --set output.problem_every=300 --set solver.max_sweeps=100 >/dev/null; }
}

# row FILE NAME SOLVER START: sweeps and seconds to each tolerance, by the history of one solve, of now or of the last time.
row() {
  local solve=$folder/$2-$3-$4 start=()
  [[ $4 = cold ]] || start=(--start)
  [[ -e $solve.json ]] || timeout -k 1 "$(python3 -c "print(3 * $seconds + 60)")" mpirun -n "$ranks" "$talus" solve "$1" --solver "$3" --norm relative --tolerance 1e-6 \
    --max-sweeps 20000 --max-seconds "$seconds" "${start[@]}" --json "$solve.json" --history "$solve.csv" >/dev/null 2>&1 || true
  [[ -e $solve.json ]] || { echo '{"status": "failed"}' >"$solve.json"; }
  python3 - "$solve" <<'PY'
import csv, json, pathlib, sys
history = pathlib.Path(sys.argv[1] + ".csv")
looks = [{k: float(v) for k, v in row.items()} for row in csv.DictReader(history.open())] if history.exists() else []
reached = "(%.0e)" % min(look["relative"] for look in looks) if looks else json.load(open(sys.argv[1] + ".json"))["status"]
for tolerance in 1e-2, 1e-4, 1e-6:
    met = next((look for look in looks if look["relative"] <= tolerance), None)
    print("%17s" % ("%.0f/%.2g" % (met["sweeps"], met["seconds"]) if met else reached), end="")
    reached = reached if met else "-"
PY
}

printf '%-26s %-7s %-5s %16s %16s %16s   (sweeps/s)\n' problem solver start 1e-2 1e-4 1e-6
for n in $bodies; do
  for rho in 0 0.001; do
    store "$n" "$rho"
    for step in 000050 000300; do
      name=$n-$rho-$step
      for solver in $solvers; do
        for start in cold warm; do
          printf '%-26s %-7s %-5s' "$n rho $rho $([[ $step = 000050 ]] && echo impact || echo settled)" "$solver" $start
          row "$folder/box-$n-$rho/problem-$step.hdf5" "$name" "$solver" $start
          printf '\n'
        done
      done
    done
  done
done
