#!/usr/bin/env bash
# Installs what Talus needs to build, test and draw on Debian 12.
#
#   install-deps.sh [--slurm] [--docs] [--fuzz] [--pictures] [--browser] [--packages] [--help]
#
#   --slurm      also Slurm and munge, to try jobs on one machine, and shellcheck, clang-format, aspell and mypy, which the tests use
#   --docs       also Sphinx with MyST and the theme Furo (50 MB), which build the manual
#   --fuzz       also clang and its libraries, for the fuzz targets, clang-tidy and valgrind
#   --pictures   also ParaView and a virtual display, for rendered pictures
#   --browser    also Chromium and its driver, in which the tests open reports, and ASE, by which they read dumps
#   --packages   also debootstrap and dpkg-dev, to make Debian packages and try them, and an emulator of older processors
#
# It needs root, or sudo; nothing is changed, and no root is needed, when all is there already.
# ParMETIS is in Debian's non-free component: a second sources file is made from the existing one to reach it.
# Its licence is free for education and research by non-profit institutions and US government agencies only.
# Without it Talus builds and partitions by other methods: set TALUS_NO_PARMETIS=1 to leave it and non-free out.
#
# Exit codes: 0 all there (perhaps without ParMETIS, then it says so), 1 something could not be installed, 2 bad usage.

set -euo pipefail
export LC_ALL=C

packages=(
  g++ cmake ninja-build ccache pkg-config git patch ca-certificates procps
  openmpi-bin libopenmpi-dev libpetsc-real-dev libopenblas0-serial libhdf5-openmpi-dev hdf5-tools libmetis-dev
  libeigen3-dev libyaml-cpp-dev libcli11-dev libfmt-dev zlib1g-dev libgtest-dev libqhull-dev
  python3 python3-numpy python3-h5py python3-matplotlib python3-scipy
  python3-venv python3-pip python3-setuptools python3-wheel
)
slurm_packages=(slurm-wlm munge shellcheck clang-format aspell aspell-en mypy)
docs_packages=(python3-sphinx python3-myst-parser furo python3-sphinx-copybutton)
fuzz_packages=(clang-14 clang libclang-rt-14-dev clang-tidy valgrind)
picture_packages=(paraview python3-paraview xvfb xauth libgl1-mesa-dri)
browser_packages=(chromium chromium-driver python3-selenium python3-ase)
package_packages=(debootstrap dpkg-dev qemu-user)
parmetis_package=libparmetis-dev
apt_options=(-o DPkg::Lock::Timeout=600 -o Acquire::Retries=3)

say() { printf 'install-deps: %s\n' "$*"; }
warn() { printf 'install-deps: warning: %s\n' "$*" >&2; }
die() { printf 'install-deps: error: %s\n' "$*" >&2; exit 1; }
usage() { sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; }

as_root=()
sources_file=  # the file that add_nonfree made in this run
missing=()

# Fills `missing` with those of the given packages that are not installed.
find_missing() {
  local installed package
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)
  missing=()
  for package in "$@"; do
    grep -qxF "installed $package" <<<"$installed" || missing+=("$package")
  done
}

become_root() {
  [[ $(id -u) -eq 0 ]] && return
  if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [[ -t 0 ]]; }; then
    say "installing with sudo, which may ask for a password"
    as_root=(sudo)
    return
  fi
  die "these packages are missing and installing them needs root: ${missing[*]}
  Run this script as root, or ask the administrator to run it; sudo is not here or not allowed."
}

# In the configuration, not in the downloaded lists, which may be absent. `apt-cache show` would answer yes for a package that another one merely names.
nonfree_is_configured() {
  # shellcheck disable=SC2016
  grep -qx 'non-free' <<<"$(apt-get indextargets --no-release-info --format '$(COMPONENT)' 'Identifier: Packages' 2>/dev/null)"
}

# The same archives as the existing sources, with non-free as their only component.
add_nonfree() {
  local folder=/etc/apt/sources.list.d text
  if [[ -f $folder/debian.sources ]]; then
    sources_file=$folder/debian-nonfree.sources
    text=$(sed -E 's/^Components:.*/Components: non-free/' "$folder/debian.sources")
  else
    sources_file=$folder/debian-nonfree.list
    text=$(sed -nE 's/^(deb[[:space:]]+(\[[^]]*\][[:space:]]+)?[^[:space:]]+[[:space:]]+[^[:space:]]+)[[:space:]]+main([[:space:]].*)?$/\1 non-free/p' /etc/apt/sources.list 2>/dev/null |
      grep -v 'cdrom:' || true)
  fi
  if [[ -z $text ]]; then
    sources_file=
    warn "no Debian archive found in debian.sources or sources.list to take non-free from"
    return
  fi
  say "adding the non-free component, for ParMETIS: $sources_file"
  "${as_root[@]}" tee "$sources_file" >/dev/null <<<"$text"
}

# apt-get update does not wait for another one that runs, hence the tries.
update_lists() {
  local try
  for try in 1 2 3; do
    "${as_root[@]}" apt-get update -q "${apt_options[@]}" && return
    [[ $try -eq 3 ]] || { say "apt-get update failed, again in 10 s"; sleep 10; }
  done
  warn "apt-get update failed (apt says why above); going on with the lists that are here"
}

has_candidate() { grep -q '^  Candidate: [^(]' <<<"$(apt-cache policy "$1")"; }

install_missing() {
  local package unknown=()
  for package in "${missing[@]}"; do
    has_candidate "$package" || unknown+=("$package")
  done
  [[ ${#unknown[@]} -eq 0 ]] || die "apt knows no such package: ${unknown[*]}
  Either the package lists could not be fetched (apt says so above), or the main component of Debian 12 is not among apt's sources."
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${apt_options[@]}" "${missing[@]}" ||
    die "apt-get install failed (apt says why above). If an earlier installation was interrupted, run: dpkg --configure -a"
}

# Takes ParMETIS out of `missing`, with a warning, if apt cannot offer it, and leaves apt as it was.
drop_unreachable_parmetis() {
  local package rest=()
  for package in "${missing[@]}"; do
    [[ $package == "$parmetis_package" ]] || rest+=("$package")
  done
  [[ ${#rest[@]} -eq ${#missing[@]} ]] && return
  has_candidate "$parmetis_package" && return
  missing=("${rest[@]}")
  warn "ParMETIS ($parmetis_package) cannot be had from apt's sources; Talus builds without it and partitions by other methods"
  [[ -z $sources_file ]] || "${as_root[@]}" rm -f "$sources_file"
}

while [[ $# -gt 0 ]]; do
  case $1 in
    --slurm) packages+=("${slurm_packages[@]}") ;;
    --docs) packages+=("${docs_packages[@]}") ;;
    --fuzz) packages+=("${fuzz_packages[@]}") ;;
    --pictures) packages+=("${picture_packages[@]}") ;;
    --browser) packages+=("${browser_packages[@]}") ;;
    --packages) packages+=("${package_packages[@]}") ;;
    -h | --help) usage; exit 0 ;;
    *) printf 'install-deps: unknown argument: %s (see --help)\n' "$1" >&2; exit 2 ;;
  esac
  shift
done
[[ -n ${TALUS_NO_PARMETIS:-} ]] || packages+=("$parmetis_package")

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  die "this script knows Debian's apt only. On another system provide what these Debian packages hold: ${packages[*]}"
fi
find_missing "${packages[@]}"
if [[ ${#missing[@]} -eq 0 ]]; then
  say "all ${#packages[@]} packages are installed"
  exit 0
fi

become_root
say "to be installed: ${missing[*]}"
grep -qs '^VERSION_CODENAME=bookworm' /etc/os-release || warn "this is not Debian 12; package names may differ"
if [[ " ${missing[*]} " == *" $parmetis_package "* ]] && ! nonfree_is_configured; then
  add_nonfree
fi
update_lists
drop_unreachable_parmetis
if [[ ${#missing[@]} -gt 0 ]]; then
  install_missing
  find_missing "${missing[@]}"
  [[ ${#missing[@]} -eq 0 ]] || die "still not installed: ${missing[*]}"
fi
say "done"
