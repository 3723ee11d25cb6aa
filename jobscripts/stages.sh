#!/usr/bin/env bash
# Sourced by quickstart.sh and test.sh: the stages that both go through, each under a heading and timed.
# The caller runs under `set -euo pipefail` and its working folder is the root of the repository.

[[ ${BASH_SOURCE[0]} != "$0" ]] || { sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; [[ ${1:-} == --help ]]; exit $((2 * $?)); }

minutes_by_stage=  # "install 1.5, configure 0.1, ..."

die() { printf '\n%s: error: %s\n' "${0##*/}" "$*" >&2; exit 1; }

minutes() { printf '%d.%d' $(($1 / 60)) $(($1 % 60 / 6)); }

# stage NAME COMMAND...   Returns what the command returns.
stage() {
  local name=$1 begin=$SECONDS status=0
  shift
  printf '\n== %s\n' "$name"
  "$@" || status=$?
  minutes_by_stage+="${minutes_by_stage:+, }$name $(minutes $((SECONDS - begin)))"
  return "$status"
}

report_minutes() { printf '\nMinutes: %s, in all %s\n' "$minutes_by_stage" "$(minutes "$SECONDS")"; }

# install_stage [OPTION OF install-deps.sh...]
install_stage() {
  stage install jobscripts/install-deps.sh "$@" || die "the packages could not be installed, see above. On a system that provides them otherwise, use --no-install"
}

# configure_cached PRESET   The compiler cache is keyed by paths relative to the repository, so that clones share it.
configure_cached() {
  if command -v ccache >/dev/null; then
    export CMAKE_CXX_COMPILER_LAUNCHER="${CMAKE_CXX_COMPILER_LAUNCHER-ccache}"
    export CCACHE_BASEDIR="${CCACHE_BASEDIR-$PWD}"
    export CCACHE_SLOPPINESS="${CCACHE_SLOPPINESS-pch_defines,time_macros}"  # else it keeps nothing that uses precompiled headers
  fi
  cmake --preset "$1"
}

configure_stage() {
  stage configure configure_cached release || die "CMake could not configure, see above. Left over from a moved folder? Remove build/release"
}

# build_stage [CMAKE OPTION...]
build_stage() {
  stage build cmake --build --preset release "$@" ||
    die "the build failed, see the first error above. Compiler killed for want of memory? Set CMAKE_BUILD_PARALLEL_LEVEL=1"
}

# MPI asks for the address of its own host at every start.
warn_if_host_is_nameless() {
  getent hosts "$(uname -n)" >/dev/null ||
    printf '%s: warning: the name of this machine (%s) does not resolve; every start of MPI may wait 5 s or more. Add it to /etc/hosts.\n' "${0##*/}" "$(uname -n)" >&2
}
