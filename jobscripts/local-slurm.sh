#!/usr/bin/env bash
# A real Slurm on this machine alone, to try jobs without a cluster: munge, one controller, one node.
#
#   eval "$(local-slurm.sh up [--folder DIR] [--cpus N])"   start it; the shell then talks to it (SLURM_CONF)
#   local-slurm.sh down [--folder DIR]                      cancel its jobs and stop what `up` started, nothing else
#   local-slurm.sh --help
#
#   --folder DIR   where its configuration, state and logs are (out/local-slurm); each folder is a Slurm of its own, with own ports
#   --cpus N       CPUs that the node declares, more than the machine has if need be (64)
#
# Partitions: `normal`, and `urgent` whose jobs preempt those of `normal`: these get their signal, a grace of 15 s, and are requeued.
# It runs as the user who calls it. Packages: jobscripts/install-deps.sh --slurm.
# Exit codes: 0 done, 1 Slurm or munge is missing or does not start (it says why), 2 bad usage.

set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin

usage() { sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; }
bad_usage() { printf 'local-slurm: %s (see --help)\n' "$1" >&2; exit 2; }
die() { printf 'local-slurm: error: %s\n' "$1" >&2; exit 1; }

action=
folder=$(dirname "$(realpath -- "${BASH_SOURCE[0]}")")/../out/local-slurm
cpus=64
while [[ $# -gt 0 ]]; do
  case $1 in
    up | down) action=$1 ;;
    --folder) [[ -n ${2:-} ]] || bad_usage "--folder wants a folder"; folder=$2; shift ;;
    --cpus) [[ ${2:-} =~ ^[1-9][0-9]{0,4}$ ]] || bad_usage "--cpus wants a positive number"; cpus=$2; shift ;;
    -h | --help) usage; exit 0 ;;
    *) bad_usage "unknown argument: $1" ;;
  esac
  shift
done
[[ -n $action ]] || bad_usage "up or down?"
folder=$(realpath -m -- "$folder")
[[ $folder != *[[:space:]\']* ]] || bad_usage "a folder without spaces is needed: $folder"
export SLURM_CONF=$folder/slurm.conf
socket=$folder/munge.socket
daemons=(slurmd slurmctld munged)  # in the order in which they stop

# pid_of DAEMON   Its process, if it runs; a number that was given to another process since does not count.
pid_of() {
  local pid
  pid=$(cat "$folder/$1.pid" 2>/dev/null) && [[ $pid =~ ^[0-9]+$ ]] || return 1
  tr '\0' ' ' < "/proc/$pid/cmdline" 2>/dev/null | grep -qF "$folder/" && echo "$pid"
}

# Processes of this Slurm's jobs, with or without a daemon that still knows of them.
job_pids() {
  { grep -lzxF "SLURM_CONF=$SLURM_CONF" /proc/[0-9]*/environ | xargs -r grep -lz '^SLURM_JOB_ID=' | cut -d / -f 3; } 2>/dev/null || true
}

# within SECONDS COMMAND...   Tries until it succeeds; fails after so many seconds.
within() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < end)) || return 1
    sleep 0.2
  done
}

no_jobs() { [[ -z $(timeout 10 squeue --noheader 2>/dev/null) ]]; }
gone() { ! pid_of "$1" >/dev/null; }

down() {
  local daemon pid pids
  if pid_of slurmctld >/dev/null && pid_of munged >/dev/null; then
    timeout 10 scancel --me 2>/dev/null || true
    within 15 no_jobs || true
  fi
  for daemon in "${daemons[@]}"; do
    pid=$(pid_of "$daemon") || continue
    kill "$pid" 2>/dev/null || true
    within 10 gone "$daemon" || kill -KILL "$pid" 2>/dev/null || true
    rm -f "$folder/$daemon.pid"
  done
  pids=$(job_pids)
  # shellcheck disable=SC2086
  [[ -z $pids ]] || kill -KILL $pids 2>/dev/null || true
}

# Two ports that nobody listens on now.
free_ports() {
  python3 -c 'import socket
sockets = [socket.socket() for _ in range(2)]
for s in sockets: s.bind(("127.0.0.1", 0))
print(*[s.getsockname()[1] for s in sockets])'
}

configure() {
  local host controller_port node_port
  host=$(uname -n)
  host=${host%%.*}
  read -r controller_port node_port < <(free_ports)
  cat > "$SLURM_CONF" <<END
ClusterName=local
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$controller_port
SlurmdPort=$node_port
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$socket,cred_expire=5
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
JobCompType=jobcomp/filetxt
JobCompLoc=$folder/completed.txt
MpiDefault=pmix
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
SlurmctldParameters=preempt_send_user_signal
SchedulerParameters=sched_interval=1,batch_sched_delay=0
FirstJobId=$(($(date +%s) % 60000000 + 1))
KillWait=10
MinJobAge=3600
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cpus State=UNKNOWN
PartitionName=normal Nodes=$host Default=YES MaxTime=INFINITE State=UP PriorityTier=1 GraceTime=15
PartitionName=urgent Nodes=$host MaxTime=INFINITE State=UP PriorityTier=10
END
  echo "CgroupPlugin=cgroup/v1" > "$folder/cgroup.conf"  # none are used; looking for their kind would fail in a chroot
}

# start DAEMON ARGUMENT...   Its first words of complaint, should it not start, are in DAEMON.start.
start() {
  local daemon=$1
  shift
  "$daemon" "$@" < /dev/null > "$folder/$daemon.start" 2>&1
}

answers() {
  [[ $(timeout 10 sinfo --noheader --partition normal --format %T 2>/dev/null) == idle ]]
}

# Another program may take a port between our look and the start, hence the caller's tries.
start_all() {
  configure
  start munged --force --key-file "$folder/munge.key" --socket "$socket" --pid-file "$folder/munged.pid" \
    --log-file "$folder/munged.log" --seed-file "$folder/munged.seed" &&
    start slurmctld -c -f "$SLURM_CONF" && start slurmd -c -f "$SLURM_CONF" && within 30 answers
}

up() {
  local daemon try
  for daemon in munged slurmctld slurmd sbatch; do
    command -v "$daemon" > /dev/null || die "$daemon is not installed: jobscripts/install-deps.sh --slurm"
  done
  [[ ${#socket} -lt 100 ]] || die "the folder's name is too long for a socket: $folder"
  if pid_of slurmctld > /dev/null && answers; then
    return
  fi
  down
  mkdir -p "$folder/state" "$folder/spool"
  chmod 755 "$folder"
  (umask 077; head -c 1024 /dev/urandom > "$folder/munge.key")
  for try in 1 2 3; do
    start_all && return
    down
    tail -n 3 "$folder"/*.start "$folder"/{munged,slurmctld,slurmd}.log >&2 2>/dev/null || true
    [[ $try -eq 3 ]] || printf 'local-slurm: it did not start, again\n' >&2
  done
  die "Slurm does not start; what it said is above and in the logs of $folder"
}

"$action"
[[ $action == down ]] || printf "export SLURM_CONF='%s'\n" "$SLURM_CONF"
