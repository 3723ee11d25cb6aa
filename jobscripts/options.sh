#!/usr/bin/env bash
# Sourced by the studies and the Slurm scripts: messages, options, and what they need to be there.
# The caller runs under `set -euo pipefail` and has its own path in `script`.

[[ ${BASH_SOURCE[0]} != "$0" ]] || { sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; [[ ${1:-} == --help ]]; exit $((2 * $?)); }

: "${script:?}"
name=$(basename "$script")
name=${name%.*}
jobscripts=$(dirname "$(realpath -- "${BASH_SOURCE[0]}")")
# The executable of the tree's build, or of the prefix in whose share/talus this folder lies.
talus=$jobscripts/../build/release/bin/talus
[[ -x $talus || ! -x $jobscripts/../../../bin/talus ]] || talus=$jobscripts/../../../bin/talus
talus=$(realpath -m -- "${TALUS_BINARY:-$talus}")
# shellcheck disable=SC1091
source "$jobscripts/env.sh"

say() { printf '%s: %s\n' "$name" "$*"; }
die() { printf '%s: error: %s\n' "$name" "$*" >&2; exit 1; }
usage() { sed -n '2,/^$/s/^# \{0,1\}//p' "$script"; }
bad_usage() { printf '%s: %s (see --help)\n' "$name" "$1" >&2; exit 2; }

# read_options "NAME:KIND ..." ARGUMENT...   Sets the variable NAME by what follows --NAME; a folder is made absolute, a flag is `yes`.
read_options() {
  local known=" $1 " value
  shift
  while [[ $# -gt 0 ]]; do
    case $1 in
      -h | --help) usage; exit 0 ;;
      --*) [[ $known =~ \ "${1#--}":([a-z]+)\  ]] || bad_usage "unknown argument: $1" ;;
      *) bad_usage "unknown argument: $1" ;;
    esac
    value=${2:-}
    case ${BASH_REMATCH[1]} in
      flag) printf -v "${1#--}" yes; shift; continue ;;
      number) [[ $value =~ ^[1-9][0-9]{0,8}$ ]] || bad_usage "$1 wants a positive number" ;;
      numbers) [[ $value =~ ^[1-9][0-9]{0,8}( [1-9][0-9]{0,8})*$ ]] || bad_usage "$1 wants a list of positive numbers" ;;
      names) [[ $value =~ ^[a-z0-9-]+( [a-z0-9-]+)*$ ]] || bad_usage "$1 wants a list of names" ;;
      words) [[ $value =~ ^[a-z0-9]+([.-][a-z0-9]+)*( [a-z0-9]+([.-][a-z0-9]+)*)*$ ]] || bad_usage "$1 wants a list of words or numbers" ;;
      times) [[ $value =~ ^[0-9]*[.]?[0-9]+( [0-9]*[.]?[0-9]+)*$ ]] || bad_usage "$1 wants a list of positive numbers" ;;
      time) [[ $value =~ ^[0-9]*[.]?[0-9]+$ ]] || bad_usage "$1 wants a time in s" ;;
      folder | file) [[ -n $value ]] || bad_usage "$1 wants a ${BASH_REMATCH[1]}"; value=$(realpath -m -- "$value") ;;
    esac
    printf -v "${1#--}" %s "$value"
    shift 2
  done
}

need_talus() {
  [[ -f $talus && -x $talus ]] || die "no executable $talus: build it (jobscripts/README.md), or name it in TALUS_BINARY"
}

need_mpi() {
  case ${TALUS_LAUNCHER:-mpirun} in
    mpirun | srun) ;;
    *) bad_usage "TALUS_LAUNCHER is '$TALUS_LAUNCHER', expected mpirun or srun" ;;
  esac
  command -v "${TALUS_LAUNCHER:-mpirun}" > /dev/null ||
    die "MPI is missing: no ${TALUS_LAUNCHER:-mpirun} here. Load its module (jobs: TALUS_MODULES)"
}

# begin_study   At the root of the repository, with a folder to write to.
begin_study() {
  need_talus
  need_mpi
  cd "$jobscripts/.." || exit 1
  folder=$(realpath -m -- "$folder")
  mkdir -p "$folder"
}
