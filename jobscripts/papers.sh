#!/usr/bin/env bash
# Makes the figures and tables of the three papers that Talus follows (docs/papers.md): runs, plots, and each value next to the paper's.
#
#   papers.sh [--full] [NAME ...] [--ranks N] [--folder DIR] [--help]
#
#   NAME          one or several of these, all without it:
#                   disk        Tasora and Anitescu, figures 2 and 3: a disk that rolls to rest
#                   guideway    the same, figure 8: resistance of a linear guideway
#                   conveyor    the same, figure 9: a conveyor that heaps up gravel
#                   pile        the same, figures 10 to 13: a pile and its angle of repose
#                   bowling     Negrut, Serban and Tasora, section 3: the artefact of the relaxation; section 6: without it
#                   projection  the same, section 6: constraints at the level of positions
#                   wheel       Peiret et al., table 1, figures 4 and 5: contact laws on a wheel
#   --full        in addition the guideway and the pile at the papers' sizes (10,000 grains, 15 s, five values of rho)
#   --ranks N     ranks of conveyor and pile (2)
#   --folder DIR  where runs, plots and the page go (out/papers); a run that is complete is used again, an interrupted one resumed
#
# Written: DIR/index.html, DIR/values.json (figure, the paper's value, ours, whether they agree) and a picture per figure; figures whose
# runs are there from earlier calls stay on the page. A value that disagrees with the paper is shown as such and is no failure.
# About one minute of processor time, ten with --full (an estimate). TALUS_BINARY names another executable.
# Exit codes: 0 done, 1 a run or a figure failed, 2 bad usage.

set -euo pipefail

script=${BASH_SOURCE[0]}
# shellcheck disable=SC1091
source "$(dirname "$script")/options.sh"

known="disk guideway conveyor pile bowling projection wheel"
names=()
options=()
while [[ $# -gt 0 ]]; do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --full) options+=("$1") ;;
    -*) options+=("$1" "${@:2:1}"); [[ $# -eq 1 ]] || shift ;;
    *) [[ " $known " == *" $1 "* ]] || bad_usage "no figure is named $1"; names+=("$1") ;;
  esac
  shift
done
full=
ranks=2
folder=out/papers
read_options "full:flag ranks:number folder:folder" "${options[@]}"
[[ ${#names[@]} -gt 0 ]] || read -ra names <<< "$known"
begin_study
: "${talus:?}"

# run RANKS FOLDER DECK KEY=VALUE...   One run into this folder of the study, unless it is complete.
run() {
  local out=$folder/$2 sets=() set log
  log=$folder/${2//\//-}.log
  grep -q '"status": "done"' "$out/summary.json" 2> /dev/null && return
  for set in "output.folder=$out" output.every=0 "${@:4}"; do sets+=(--set "$set"); done
  say "$2"
  mpirun -n "$1" "$talus" run "input/$3.yaml" --quiet --resume "${sets[@]}" < /dev/null > "$log" 2>&1 || die "$2 failed: $log"
}

make_disk() {
  run 1 disk/ccp rolling-disk
  run 1 disk/coulomb rolling-disk contact.law=coulomb disk.gap=0
}

# guideway SIZE SPEED STEP END ZETA...   Carriages that a motor drives, then two that are pushed by 5 % less and more than what resists.
guideway() {
  local size=$1 speed=$2 step=$3 end=$4 zeta seals
  local common=(output.contacts=false output.series_every=1 "time.step=$step")
  for zeta in "${@:5}"; do
    for seals in 0 5.3; do
      run 1 "guideway/$size/zeta=$zeta-seals=$seals" guideway "${common[@]}" "guideway.speed=$speed" "time.end=$end" \
        "guideway.seals=$seals" "contact.rho=$(awk -v zeta="$zeta" 'BEGIN { print zeta * 0.0032 }')"
    done
  done
  for push in 8.43 9.31; do
    run 1 "guideway/$size/rest-push=$push" guideway "${common[@]}" guideway.speed=0 "guideway.push=$push" time.step=1e-3 time.end=0.3
  done
}
make_guideway() {
  guideway short 0.16 1e-3 0.16625 0 0.005 0.01
  [[ -z $full ]] || guideway full 0.04 1e-4 0.665 0 0.0025 0.005 0.0075 0.01
}

make_conveyor() { run "$ranks" conveyor/run conveyor; }

# pile SIZE DECK
pile() {
  local rho
  for rho in 0 0.0025 0.005 0.0075 0.01; do
    run "$ranks" "pile/$1/rho=$rho" "$2" "contact.rho=$rho" "contact.sigma=$rho"
  done
}
make_pile() {
  pile short pile-small
  [[ -z $full ]] || pile full pile
}

make_bowling() {
  run 1 bowling/ccp bowling
  run 1 bowling/lifted bowling ball.gap=5e-4
  run 1 bowling/split bowling contact.recovery=split
  run 1 bowling/coulomb bowling contact.law=coulomb
  run 1 bowling/frictionless bowling contact.mu=0
}

make_projection() {
  run 1 projection/velocity-level four-bar solver.projection=false
  run 1 projection/projected four-bar
}

make_wheel() {
  local out=$folder/wheel/run
  [[ -e $out/summary.json ]] && return
  rm -rf "$out"
  say wheel/run
  "$talus" check input/wheel.yaml > "$folder/wheel/deck.yaml"
  "$talus" run input/wheel.yaml --quiet --set "output.folder=$out" > "$folder/wheel-run.log" 2>&1 || die "wheel/run failed: $folder/wheel-run.log"
}

for figure in "${names[@]}"; do
  mkdir -p "$folder/$figure"
  "make_$figure"
done
postproc/papers.py "$folder" || die "the figures could not be drawn"
