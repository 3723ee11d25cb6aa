#!/usr/bin/env bash
# Sourced by scaling-strong.slurm and scaling-weak.slurm, after slurm.sh: beds of spheres at rest, measured by `talus bench`, as jobs
# or here.

[[ ${BASH_SOURCE[0]} != "$0" ]] || { sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; [[ ${1:-} == --help ]]; exit $((2 * $?)); }

# shellcheck disable=SC1091
source "${jobscripts:?}/beds.sh"

# bed_of RANKS   The bed's spheres.
bed_of() { if [[ $kind == strong ]]; then echo "$bodies"; else echo $((bodies * $1)); fi; }

make_bed_of() { make_bed "$folder/bed-$(bed_of "$1")" "$(bed_of "$1")" settled; }

# measure RANKS REPETITION   What is there already is not measured again.
measure() {
  local json=$folder/$1-$2.json
  [[ ! -e $json ]] || return 0
  (talus_on "$1" bench --checkpoint "$folder/bed-$(bed_of "$1")/checkpoint.h5" --set solver.schedule="$schedule" \
    --json "$json.unfinished") > /dev/null
  mv "$json.unfinished" "$json"
}

scale_here() {
  local p i
  for p in $ranks; do
    make_bed_of "$p"
    for ((i = 1; i <= repeats; ++i)); do measure "$p" "$i"; done
    say "$p ranks are measured"
  done
  draw scaling.py "$folder"
}

# Each bed is made by a job of one task, measured by an array of repetitions for each number of ranks; the last job collects.
submit_scaling() {
  local p n bed array number all=""
  local -A beds
  need_slurm
  refuse_if_held "$folder" "the study in $folder"
  for p in $ranks; do
    n=$(bed_of "$p")
    if [[ -z ${beds[$n]:-} ]]; then
      bed=$(TALUS_ROLE="bed $p" submit_again --ntasks=1 --job-name="talus-bed-$n") || exit 1
      beds[$n]=$bed
    fi
    array=$(TALUS_ROLE="measure $p" submit_again --ntasks="$p" --array="1-$repeats" --dependency=afterok:"${beds[$n]}" \
      --kill-on-invalid-dep=yes) || exit 1
    all+=:$array
    say "job $array: $p ranks, $repeats times, after job ${beds[$n]} with the bed of $n"
  done
  number=$(TALUS_ROLE=collect submit_again --ntasks=1 --job-name="talus-scaling-collect" --dependency="afterany$all") || exit 1
  lock "$folder" "the study in $folder" "$number"
  say "job $number collects"
}

# scaling KIND ARGUMENT...
scaling() {
  local kind=$1 ranks="1 2 4 8 16 32 64" bodies=100000 repeats=3 schedule=blocks folder=out/scaling-$1 here=no role
  [[ $kind == strong ]] || bodies=10000
  shift
  read_options "ranks:numbers bodies:number repeats:number schedule:names folder:folder here:flag" "$@"
  ((bodies >= 100)) || bad_usage "--bodies wants a number from 100 on"
  [[ $schedule =~ ^(blocks|cubes)$ ]] || bad_usage "--schedule wants blocks or cubes"
  folder=$(realpath -m -- "$folder")
  load_modules
  need_talus
  need_mpi
  mkdir -p "$folder"
  read -r -a role <<< "${TALUS_ROLE:-}"
  case ${role[0]:-} in
    bed) make_bed_of "${role[1]}" ;;
    measure) measure "${role[1]}" "$SLURM_ARRAY_TASK_ID" ;;
    collect) draw scaling.py "$folder" ;;
    *) if [[ $here == yes ]]; then scale_here; else submit_scaling; fi ;;
  esac
}
