#!/usr/bin/env bash
# The environment in which Talus runs under OpenMPI without any mpirun flag; what is set already stays as it is.
#
#   source jobscripts/env.sh
#
#   - root may start ranks, as in containers
#   - more ranks than cores are allowed, and ranks are not bound to cores
#   - a waiting rank yields its core: 4 ranks on 2 cores took 2.4 s with this and 90 s without
#   - one thread a rank, in the direct solvers too, which ask for four whatever OMP_NUM_THREADS says
#   - mpirun is jobscripts/launch/mpirun: a failed command ends within 2 s, and TERM and INT leave 10 s for a checkpoint. In Slurm jobs,
#     whose scripts pass requests on and where TERM reaches the ranks themselves, Open MPI's waits 10 s before it kills them
# On nodes with a core for every rank, let the launcher bind: OMPI_MCA_hwloc_base_binding_policy=core.

if [ "${BASH_SOURCE[0]:-}" = "$0" ]; then
  sed -n '2,/^$/s/^# \{0,1\}//p' "$0"
  case ${1:-} in
    -h | --help) exit 0 ;;
  esac
  echo "env.sh: error: it changes nothing when it is run; source it instead" >&2
  exit 2
fi

export OMPI_ALLOW_RUN_AS_ROOT="${OMPI_ALLOW_RUN_AS_ROOT-1}"
export OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="${OMPI_ALLOW_RUN_AS_ROOT_CONFIRM-1}"
export OMPI_MCA_rmaps_base_oversubscribe="${OMPI_MCA_rmaps_base_oversubscribe-1}"
export OMPI_MCA_hwloc_base_binding_policy="${OMPI_MCA_hwloc_base_binding_policy-none}"
export OMPI_MCA_mpi_yield_when_idle="${OMPI_MCA_mpi_yield_when_idle-1}"
export OMP_NUM_THREADS="${OMP_NUM_THREADS-1}"
export OMP_THREAD_LIMIT="${OMP_THREAD_LIMIT-${OMP_NUM_THREADS%%,*}}"
if [ -n "${SLURM_JOB_ID:-}" ]; then
  export OMPI_MCA_odls_base_sigkill_timeout="${OMPI_MCA_odls_base_sigkill_timeout-10}"
elif command -v mpirun > /dev/null; then
  talus_launch=$(dirname "$(realpath -- "${BASH_SOURCE[0]:-$0}")")/launch
  case ":$PATH:" in
    *":$talus_launch:"*) ;;
    *) export PATH="$talus_launch:$PATH" ;;
  esac
  unset talus_launch
fi
