#!/usr/bin/env bash
# Sourced by the studies after options.sh: beds of spheres, at rest or in impact, as checkpoints, and `talus bench` on them.

[[ ${BASH_SOURCE[0]} != "$0" ]] || { sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; [[ ${1:-} == --help ]]; exit $((2 * $?)); }

: "${talus:?}" "${jobscripts:?}"

# make_bed FOLDER BODIES settled|impact   Spheres of 45 mm +-10 %, mu = 0.6, h = 5 ms, in a box twice as high as wide: at rest, or
# while the lattice that they start from falls together. The bed is FOLDER/checkpoint.h5; called again it goes on where it was stopped.
make_bed() {
  local folder=$1 bodies=$2 width end
  width=$(awk -v n="$bodies" 'BEGIN { printf "%.4f", 0.0358 * n ^ (1 / 3) }')
  end=$(awk -v n="$bodies" -v kind="$3" 'BEGIN { print (kind == "impact" ? 0.29 : 1.5) * (n / 10000) ^ (1 / 6) }')
  "$talus" run "$jobscripts/../input/box.yaml" --resume --quiet --set bodies.count="$bodies" --set bodies.spread=0.1 --set contact.mu=0.6 \
    --set contact.rho=0 --set box.width="$width" --set time.end="$end" --set solver.max_sweeps=50 --set output.folder="$folder"
}

# bench_bed RANKS SCHEDULE FOLDER JSON [OPTION...]   `talus bench` on the bed in FOLDER; more ranks than cores are allowed.
bench_bed() {
  local ranks=$1 schedule=$2 folder=$3 json=$4
  shift 4
  mpirun -n "$ranks" "$talus" bench --checkpoint "$folder/checkpoint.h5" --set solver.schedule="$schedule" --json "$json" "$@" > /dev/null
}
