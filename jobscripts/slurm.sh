#!/usr/bin/env bash
# Sourced by the Slurm scripts: what they need to be there, how ranks are started, and a run that goes on from job to job.
# The caller runs under `set -euo pipefail` and has its own path in `script`.

[[ ${BASH_SOURCE[0]} != "$0" ]] || { sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; [[ ${1:-} == --help ]]; exit $((2 * $?)); }

asked=
trap 'asked=limit' USR1  # from Slurm: the limit is near, or an urgent job comes
trap 'asked=stop' USR2   # from a person
trap 'asked=term' TERM   # from either: see meaning_of_term

: "${script:?}"
arguments=("$@")  # of the script
# shellcheck disable=SC1091
source "$(dirname "$(realpath -- "${BASH_SOURCE[0]}")")/options.sh"
: "${talus:?}" "${jobscripts:?}"

in_job() { [[ -n ${SLURM_JOB_ID:-} ]]; }

# ---- What must be there

load_modules() {
  [[ -n ${TALUS_MODULES:-} ]] || return 0
  command -v module > /dev/null || die "TALUS_MODULES is set ($TALUS_MODULES), but there is no command \`module\` here"
  # shellcheck disable=SC2086
  module load $TALUS_MODULES || die "these modules could not be loaded: $TALUS_MODULES"
}

need_slurm() {
  local tool
  for tool in sbatch squeue scontrol; do
    command -v "$tool" > /dev/null || die "Slurm is missing: no $tool here. To try without a cluster: jobscripts/local-slurm.sh"
  done
  timeout 30 squeue --noheader --me > /dev/null || die "Slurm does not answer, see above"
}

# ---- Ranks

# on_ranks RANKS COMMAND...   Replaces the shell. Launcher and ranks ignore USR1 and USR2 until they listen to them.
on_ranks() {
  local start=(mpirun -n "$1") command='trap "" USR1 USR2; exec "$@"'
  [[ ${TALUS_LAUNCHER:-mpirun} == mpirun ]] || start=(srun --mpi=pmix --ntasks="$1" --kill-on-bad-exit=1)
  shift
  trap '' USR1 USR2
  exec "${start[@]}" bash -c "$command" bash "$@" < /dev/null
}

# talus_on RANKS ARGUMENT...
talus_on() { on_ranks "$1" "$talus" "${@:2}"; }

# With srun an MPI that does not know PMIx would start as many runs of one rank, all into the same files.
check_launcher() {
  local runs
  [[ ${TALUS_LAUNCHER:-mpirun} == srun ]] || return 0
  runs=$(talus_on "$1" --version | grep -c '^talus') || true
  [[ $runs == 1 ]] || die "srun --mpi=pmix starts $runs runs instead of one of $1 ranks: use TALUS_LAUNCHER=mpirun"
}

# ---- Jobs

# job_field FIELD   Of this job, as Slurm has it now.
job_field() {
  scontrol --oneliner show job "$SLURM_JOB_ID" | tr ' ' '\n' |
    awk -v field="$1=" 'index($0, field) == 1 && !found++ { print substr($0, length(field) + 1) }'
}

# state_of JOB   RUNNING, PENDING, ...; nothing if it has ended.
state_of() {
  local answer
  if answer=$(timeout 30 squeue --noheader --jobs "$1" --format %T 2>&1); then
    echo "${answer%%$'\n'*}"
  elif [[ $answer != *"Invalid job id"* ]]; then
    die "Slurm does not say whether job $1 still runs: $answer"
  fi
}

# submit ARGUMENT...   sbatch with the variables at the top of the script; prints the job's number. A job inside a job inherits nothing.
submit() {
  local variable options=(--parsable)
  [[ -z ${TALUS_ACCOUNT:-} ]] || options+=(--account="$TALUS_ACCOUNT")
  [[ -z ${TALUS_PARTITION:-} ]] || options+=(--partition="$TALUS_PARTITION")
  # shellcheck disable=SC2206
  options+=(${TALUS_SBATCH:-})
  (
    for variable in $(compgen -e | grep '^SLURM_' | grep -vx SLURM_CONF); do unset "$variable"; done
    sbatch "${options[@]}" "$@"
  ) || die "sbatch refused, see above"
}

# submit_again OPTION...   This script with its arguments; what the job is to do may be said in TALUS_ROLE.
submit_again() { submit "$@" "$script" "${arguments[@]}"; }

draw() { python3 "$jobscripts/../postproc/$1" "${@:2}"; }

# ---- One job at a time writes a run. The holder is the end of a chain of links: first -> 7, 7 -> 12 says that job 12 followed job 7.
# Only the end's dead name can be linked on, once, so of two that try one wins, and a job that died holds nothing.

# lock_holder FOLDER   The job at the end of the chain, or `first`.
lock_holder() {
  local holder=first next
  while next=$(readlink "$1/lock.$holder"); do holder=$next; done
  echo "$holder"
}

# refuse_if_held FOLDER OUT   Waits while the holder ends.
refuse_if_held() {
  local holder state end=$((SECONDS + 120))
  holder=$(lock_holder "$1")
  while [[ $holder != first && $holder != "${SLURM_JOB_ID:-}" ]]; do
    state=$(state_of "$holder") || exit 1
    [[ -n $state ]] || return 0
    if [[ $state != COMPLETING ]] || ((SECONDS > end)); then
      die "$2 belongs to job $holder, which is $state; nothing was touched"
    fi
    sleep 1
  done
}

# lock FOLDER OUT JOB
lock() {
  refuse_if_held "$1" "$2"
  local holder
  holder=$(lock_holder "$1")
  [[ $holder == "$3" ]] || ln -s "$3" "$1/lock.$holder" 2> /dev/null ||
    die "$2 was taken by another job just now; nothing was touched"
}

# ---- A run over many segments. Next to its output folder OUT is OUT.job: the lock, `segments.csv`, and while a segment lasts
# `segment` (its line so far) and `alive` (touched every second, so that a killed segment's time is known).

# output_folder DECK [--set ...]   As the deck says. Complains as Talus does.
output_folder() {
  local resolved
  resolved=$("$talus" check "$@") || exit 2
  awk '/^[^ ]/ { group = $1 }
    group == "output:" && $1 == "folder:" { sub(/^ *folder: */, ""); gsub(/^"|"$/, ""); print; exit }' <<< "$resolved"
}

checkpoint_stamp() { stat -c %.Y "$out/checkpoint.h5" 2> /dev/null || echo none; }

begin_segment() {
  end_segment killed  # one that had no time to write its line
  printf '%s,%s,%s,%s,%s,%s\n' "$SLURM_JOB_ID" "${SLURM_RESTART_COUNT:-0}" "$tasks" "$(job_field NumNodes)" "$EPOCHSECONDS" \
    "$(checkpoint_stamp)" > "$job/segment"
  touch "$job/alive"
}

# end_segment EXIT   Its line, and the count of segments in a row that left no new checkpoint.
end_segment() {
  local line before idle=0
  [[ -e $job/segment ]] || return 0
  line=$(< "$job/segment")
  before=${line##*,}
  [[ -e $job/segments.csv ]] || echo "job,restart,tasks,nodes,start [s],end [s],exit" > "$job/segments.csv"
  echo "${line%,*},$(stat -c %Y "$job/alive"),$1" >> "$job/segments.csv"
  [[ $(checkpoint_stamp) != "$before" ]] || idle=$(($(cat "$job/idle" 2> /dev/null || echo 0) + 1))
  echo "$idle" > "$job/idle"
  rm "$job/segment"
}

# Runs Talus until it ends, passing requests on: again and again, since the first may come before Talus listens. Sets `status`.
run_segment() {
  local pid
  begin_segment
  talus_on "$tasks" run "$@" --resume &
  pid=$!
  while kill -0 "$pid" 2> /dev/null; do
    touch "$job/alive"
    [[ $asked != term ]] || meaning_of_term
    [[ -z $asked ]] || kill -USR2 "$pid" 2> /dev/null || true
    sleep 1 &
    wait $! || true
  done
  status=0
  wait "$pid" || status=$?
  touch "$job/alive"
  end_segment "$status"
}

summary() {
  awk -F, 'NR > 1 { n++; jobs[$1] = 1; wall += $6 - $5; nodes += $4 * ($6 - $5); cores += $3 * ($6 - $5); first = first ? first : $5; last = $6 }
    END { for (j in jobs) num++
      printf "segments %d (restarts %d) in %d jobs, running %.3f h of %.3f h since the first start, %.3f node-hours, %.3f rank-hours\n",
             n, n - 1, num, wall / 3600, (last - first) / 3600, nodes / 3600, cores / 3600 }' "$job/segments.csv"
}

# Slurm ends a job in the same manner when it is cancelled, exceeds its limit, or is preempted by an urgent one. After the limit it cannot be requeued
# and lives for KillWait only, so its successor is submitted first.
meaning_of_term() {
  asked=stop
  if [[ $(job_field Reason) == TimeLimit ]]; then
    asked=limit
    submit_successor
  elif [[ $(job_field PreemptTime) != None ]]; then
    asked=limit
  fi
}

next_count() { echo "${counts[restarts]:-${counts[-1]}}"; }

submit_successor() {
  successor=$(TALUS_RESTARTS=$((restarts + 1)) submit_again --dependency=afterany:"$SLURM_JOB_ID" --job-name="$SLURM_JOB_NAME" \
    --partition="$SLURM_JOB_PARTITION" --time="$(job_field TimeLimit)" --ntasks="$(next_count)")
  say "goes on in job $successor"
}

# This job again, at the end of the queue; where that is not allowed, another one after it. Does not return.
go_on() {
  local next
  next=$(next_count)
  trap '' TERM USR1 USR2
  if [[ -z $successor && $chain == no && $(job_field Requeue) == 1 ]]; then
    scontrol requeue "$SLURM_JOB_ID" || [[ $(state_of "$SLURM_JOB_ID") != RUNNING ]] ||
      die "not complete: Slurm does not requeue this job, see above"
    if [[ $next != "$tasks" ]]; then
      scontrol update JobId="$SLURM_JOB_ID" NumTasks="$next" NumCPUs=$((next * ${SLURM_CPUS_PER_TASK:-1})) ||
        say "goes on with $tasks tasks"
    fi
    exit 0  # Slurm ends this script, if it does not end by itself
  fi
  [[ -n $successor ]] || submit_successor
  exit 0
}

# run_to_end PATIENCE CHAIN TASKS DECK [--set ...]   Returns when the run is complete; ends the script if this job cannot
# complete it. PATIENCE starts in a row may leave no new checkpoint. After restart i the run has TASKS[i] tasks (or the last).
run_to_end() {
  local patience=$1 chain=$2 counts successor='' restarts=$((${TALUS_RESTARTS:-0} + ${SLURM_RESTART_COUNT:-0}))
  load_modules
  need_slurm
  need_talus
  need_mpi
  out=$(output_folder "${@:4}")
  job=$out.job
  tasks=$(job_field NumTasks)
  read -r -a counts <<< "${3:-$tasks}"
  shift 3
  mkdir -p "$job"
  lock "$job" "$out" "$SLURM_JOB_ID"
  [[ $restarts -gt 0 ]] || rm -f "$job/idle"  # somebody looked after it
  [[ $chain == no ]] || scontrol update JobId="$SLURM_JOB_ID" Requeue=0
  check_launcher "$tasks"
  say "job $SLURM_JOB_ID, restart $restarts: $tasks ranks by ${TALUS_LAUNCHER:-mpirun} on $(job_field NumNodes) nodes, $out"
  while true; do
    run_segment "$@"
    case $status in
      0) break ;;
      2 | 4) say "not complete: Talus gave up, see above"; exit "$status" ;;
    esac
    if [[ $asked == stop || ($status == 3 && -z $asked) ]]; then
      say "stopped on request; submit again to go on"
      exit 3
    fi
    if (($(cat "$job/idle" 2> /dev/null || echo 0) >= patience)); then
      die "not complete: $patience starts in a row wrote no new checkpoint; see the messages above, then submit again"
    fi
    [[ $asked != limit ]] || go_on
    say "Talus ended with $status; it goes on from the last checkpoint"
    sleep 1
  done
  say "complete: $(summary)" | tee "$job/summary.txt"
}
