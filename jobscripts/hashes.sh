#!/usr/bin/env bash
# Hashes of what small decks of every kind compute: which quantity of which deck does a change of the code change, to the bit?
#
#   hashes.sh BINARY [--ranks LIST] [--decks LIST] [--out FILE] [--help]
#   hashes.sh --compare A B
#
#   BINARY         the talus executable
#   --ranks LIST   rank counts ("1 3")
#   --decks LIST   names of the table below (all)
#   --out FILE     where the lines go (standard output)
#   --compare A B  print the lines in which two such files differ, with both values
#
# A line has deck, ranks, quantity and value. Quantities are the fields of bodies, walls, joints and remembered impulses (`memory`)
# in the checkpoint of the last step, the terms of the energy account, and steps, sweeps, missed steps, bodies and contacts of the
# summary. Bodies, walls and joints are sorted by id, remembered impulses by the ids of both bodies and the feature, and every field
# is hashed by itself as 64-bit numbers, so that a hash does not depend on the order, the width or the layout in memory of the
# records, nor on the fields around it. The wheel study writes no checkpoint: each of its tables is hashed as a file.
#
# Decks have the same bits on any number of ranks, except box-blocks, box-alr, box-apgd and box-spg, whose values are reproducible
# for one rank count only. The interior point method promises 1e-8 on several ranks instead of the same bits: its decks run on one
# rank only. tests/hashes/*.txt are recorded tables; their hashes hold for x86-64 with the `release` preset.
# Exit codes: 0 done, or the files are equal, 1 a run failed, or the files differ, 2 bad usage.

set -euo pipefail

script=${BASH_SOURCE[0]}
case ${1:-} in
  "" | -h | --help | --compare) binary= ;;
  *) binary=$1; shift; export TALUS_BINARY=$binary ;;
esac
# shellcheck disable=SC1091
source "$(dirname "$script")/options.sh"
: "${jobscripts:?}" "${talus:?}"
python=/usr/bin/python3  # Debian's, for which install-deps.sh installs h5py
[[ -x $python ]] || python=python3

if [[ ${1:-} == --compare ]]; then
  [[ $# -eq 3 ]] || bad_usage "--compare wants two files"
  exec "$python" "$jobscripts/hashes.py" compare "$2" "$3"
fi

ranks="1 3"
decks=
out=/dev/stdout
read_options "ranks:numbers decks:names out:file" "$@"
[[ -n $binary ]] || bad_usage "which executable?"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
begin_study

box="input/box.yaml bodies.count=200 box.width=0.25 time.end=0.4"
small_box="input/box.yaml bodies.count=100 box.width=0.2 time.end=0.2"
pile="input/pile-small.yaml bodies.count=200 pile.rate=1500 pile.drop_height=0.1 pile.width=0.6 time.end=0.4"

# Name, deck, settings. A name that ends in @1 runs on one rank only.
table="
box                $box
box-sizes          $box bodies.spread=0.8
box-split          $box contact.recovery=split
box-restitution    $box contact.restitution=0.5
box-springs        $box contact.stiffness=1e5 contact.damping=10 contact.tangential_stiffness=5e4 contact.rolling_stiffness=1 time.end=0.2
box-blocks         $box solver.schedule=blocks
box-parmetis       $box partition.method=parmetis
box-pgs            $small_box solver.name=pgs
box-alr            $small_box solver.name=alr
box-apgd           $small_box solver.name=apgd
box-spg            $small_box solver.name=spg
box-ipm@1          $small_box solver.name=ipm
press              tests/hashes/press.yaml
periodic           tests/hashes/periodic.yaml
pile-ccp           $pile
pile-coulomb       $pile contact.law=coulomb
pile-regularised   $pile contact.law=regularised contact.bristle_stiffness=1e6 contact.bound_iterations=1
pile-pyramid       $pile contact.law=pyramid contact.directions=5
pile-box           $pile contact.law=box contact.bound_iterations=1
corner             input/corner.yaml time.end=0.5
hopper             input/hopper.yaml bodies.count=200 hopper.width=0.4 hopper.depth=0.2 hopper.drop=0.05 time.end=0.4
drum               input/drum.yaml drum.length=0.3 drum.rate=25 drum.opening=0.28 drum.drop=0.05 drum.speed=3 time.end=2
rolling-disk       input/rolling-disk.yaml time.end=0.3
guideway           input/guideway.yaml time.end=0.01
guideway-loops     input/guideway-recirculating.yaml guideway.spacers=1e4 time.end=0.002
guideway-gothic    input/guideway.yaml guideway.raceway=gothic guideway.oversize=1e-6 time.end=0.004
all-kinds          tests/sim/all_kinds.yaml time.end=0.2
all-kinds-coulomb  tests/sim/all_kinds.yaml contact.law=coulomb time.end=0.1
chain              input/chain.yaml time.end=0.05
four-bar           input/four-bar.yaml time.end=0.1
slider-crank       input/slider-crank.yaml time.end=0.1
bridge             input/bridge.yaml time.end=0.2
bridge-ipm@1       input/bridge.yaml solver.name=ipm time.end=0.05
mixed              input/mixed.yaml time.end=0.3
packed             input/packed.yaml bodies.packings[0].count=80 time.end=0.3
packed-pyramid     input/packed.yaml bodies.packings[0].count=40 contact.law=pyramid time.end=0.3
dominoes           input/dominoes.yaml time.end=0.2
wheel@1            input/wheel.yaml time.end=1
"

# run NAME RANKS DECK [KEY=VALUE...]
run() {
  local run=$folder/$1/$2 ranks=$2 deck=$3 launcher=() settings=()
  shift 3
  local -a common=(partition.every=10 output.every=0 output.contacts=false)
  [[ $deck != *wheel.yaml ]] || common=()  # a study, which has none of these keys
  for setting in "$@" "${common[@]}" "output.folder=$run"; do
    settings+=(--set "$setting")
  done
  [[ $ranks -eq 1 ]] || launcher=(mpirun -n "$ranks")
  mkdir -p "$run"
  "${launcher[@]}" "$talus" run "$deck" --quiet "${settings[@]}" > "$run.log" 2>&1 </dev/null ||
    { cat "$run.log" >&2; die "$deck $* on $ranks ranks failed"; }
}

for deck in $decks; do
  grep -Eq "^$deck(@1)? " <<< "$table" || bad_usage "unknown deck: $deck"
done
while read -r deck words; do
  [[ -n $deck && (-z $decks || " $decks " == *" ${deck%@1} "*) ]] || continue
  for p in $ranks; do
    [[ $deck == *@1 && $p -ne 1 ]] && continue
    # shellcheck disable=SC2086
    run "${deck%@1}" "$p" $words
    "$python" "$jobscripts/hashes.py" print "${deck%@1}" "$p" "$folder/${deck%@1}/$p"
  done
done <<< "$table" > "$folder/lines"
cat "$folder/lines" > "$out"
