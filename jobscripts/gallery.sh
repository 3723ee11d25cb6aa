#!/usr/bin/env bash
# Runs every shipped deck for a few minutes at most, and makes one page of them: picture, sentence, command, seconds, report.
#
#   gallery.sh [--folder DIR] [--ranks N] [--minutes N] [--manual] [NAME...]
#
#   --folder DIR   where the runs and index.html go (out/gallery in the repository)
#   --ranks N      MPI ranks of each run (2)
#   --minutes N    a run that takes longer is stopped and shown as far as it came (5)
#   --manual       also write the manual's page docs/gallery.md and its pictures
#   NAME...        only these decks: pile-small rover
#   --help
#
# Called again it does only what is missing. Pictures are taken of the reports by Chromium (install-deps.sh --browser); without it the
# page has none. TALUS_BINARY names another executable.
# About ten minutes. Exit codes: 0 done, 1 a run failed, 2 bad usage.

set -euo pipefail

script=${BASH_SOURCE[0]}
# shellcheck disable=SC1091
source "$(dirname "$script")/options.sh"
: "${talus:?}" "${jobscripts:?}"

names=()
options=()
while [[ $# -gt 0 ]]; do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --manual) options+=("$1") ;;
    -*) options+=("$1" "${@:2:1}"); [[ $# -eq 1 ]] || shift ;;
    *) [[ -f $jobscripts/../input/$1.yaml ]] || bad_usage "no deck is named $1"; names+=("$1") ;;
  esac
  shift
done
folder=out/gallery
ranks=2
minutes=5
manual=
read_options "folder:folder ranks:number minutes:number manual:flag" "${options[@]}"
[[ ${#names[@]} -gt 0 ]] || for deck in "$jobscripts"/../input/*.yaml; do names+=("$(basename "$deck" .yaml)"); done
begin_study

# smaller DECK   Settings that shorten the decks that take more than two minutes.
smaller() {
  case $1 in
    guideway-bank) echo time.end=0.002 ;;
    guideway-recirculating) echo time.end=0.3 ;;
  esac
}

# frames_of DECK [--set KEY=VALUE...]   What makes a run write some 60 frames where the deck writes none.
frames_of() {
  "$talus" check "input/$1.yaml" "${@:2}" | awk '/^[^ ]/ { group = $1 } group == "time:" && $1 == "end:" { end = $2 }
    group == "output:" && $1 == "every:" && $2 > 0 { exit } group == "output:" && $1 == "every:" { print "output.every=" end / 60 }'
}

# run DECK   One run and its report. The study of the wheel has neither bodies nor frames.
run() {
  local out=$folder/$1 sets=() status=0 set
  if [[ ! -e $out/report.html ]]; then
    for set in $(smaller "$1"); do sets+=(--set "$set"); done
    say "$1"
    echo "talus run input/$1.yaml" "${sets[@]}" > "$folder/$1.command"
    for set in $(frames_of "$1" "${sets[@]}"); do sets+=(--set "$set"); done
    mpirun -n "$ranks" "$talus" run "input/$1.yaml" --quiet --resume --max-hours "$(awk -v m="$minutes" 'BEGIN { print m / 60 }')" \
      "${sets[@]}" --set "output.folder=$out" < /dev/null > "$folder/$1.log" 2>&1 || status=$?
    [[ $status -eq 0 || $status -eq 3 ]] || die "$1 failed: $folder/$1.log"
    postproc/report.py "$out" > /dev/null || die "$1 has no report, see above"
  fi
  [[ -e $out/picture.png ]] || ! command -v chromium > /dev/null || take_picture "$out"
}

# take_picture OUT   The frames of a report, by software rendering.
take_picture() {
  timeout 120 chromium --headless=new --no-sandbox --use-angle=swiftshader --enable-unsafe-swiftshader --hide-scrollbars \
    --user-data-dir="$profile" --window-size=960,600 --virtual-time-budget=20000 --screenshot="$1/picture.png" \
    "file://$1/report.html?picture" > /dev/null 2>&1 || say "no picture of $1: Chromium failed"
}

profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
for deck in "${names[@]}"; do
  if [[ $deck == wheel ]]; then
    [[ -e $folder/wheel/summary.json ]] || "$talus" run input/wheel.yaml --quiet --set "output.folder=$folder/wheel"
    postproc/wheel.py "$folder/wheel" --png "$folder/wheel/picture.png" > /dev/null
  else
    run "$deck"
  fi
done
postproc/gallery.py "$folder" ${manual:+--manual docs}
