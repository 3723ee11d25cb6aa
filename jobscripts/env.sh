#!/usr/bin/env bash
# The environment in which Talus runs under OpenMPI without any mpirun flag; what is set already stays as it is.
#
#   source jobscripts/env.sh
#
#   - root may start ranks, as in containers
#   - more ranks than cores are allowed, and ranks are not bound to cores
#   - a waiting rank yields its core: 4 ranks on 2 cores took 2.4 s with this and 90 s without
#   - one thread a rank, in the direct solvers too, which ask for four whatever OMP_NUM_THREADS says
#   - after TERM or INT mpirun waits 10 s instead of 1 s, sends ranks TERM, waits again and kills: time for a checkpoint. It waits
#     that long too when a rank is lost, so more would hold up a restart; USR2 reaches ranks at once (checkpoint and stop)
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
export OMPI_MCA_odls_base_sigkill_timeout="${OMPI_MCA_odls_base_sigkill_timeout-10}"
export OMP_NUM_THREADS="${OMP_NUM_THREADS-1}"
export OMP_THREAD_LIMIT="${OMP_THREAD_LIMIT-${OMP_NUM_THREADS%%,*}}"
