#!/usr/bin/env bash
# Builds the Debian packages, installs them into a bare Debian and tries them there; tries an installed prefix that is moved.
#
#   test-packages.sh [--keep FOLDER] [--help]
#
#   --keep FOLDER   leave the packages and the report that was made there
#
# Needs root, for debootstrap and its chroot, and the packages of install-deps.sh --packages and --browser. The mirror is that of
# this machine's apt. Without one of these it says so and skips.
# Exit codes: 0 all works, 1 something does not (it says what), 2 bad usage, 77 skipped.

# shellcheck disable=SC2016,SC2317
set -euo pipefail
export LC_ALL=C

usage() { sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; }
skip() { printf 'test-packages: skipped: %s\n' "$*"; exit 77; }
die() { printf 'test-packages: error: %s\n' "$*" >&2; exit 1; }
say() { printf '\n== %s\n' "$*"; }

keep=
while [[ $# -gt 0 ]]; do
  case $1 in
    --keep) [[ -n ${2:-} ]] || { echo "test-packages: --keep wants a folder (see --help)" >&2; exit 2; }; keep=$(realpath -m -- "$2"); shift ;;
    -h | --help) usage; exit 0 ;;
    *) printf 'test-packages: unknown argument: %s (see --help)\n' "$1" >&2; exit 2 ;;
  esac
  shift
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
[[ $(id -u) -eq 0 ]] || skip "a chroot needs root"
for tool in debootstrap dpkg-shlibdeps; do
  command -v "$tool" > /dev/null || skip "no $tool; jobscripts/install-deps.sh --packages installs it"
done
mirror=$(apt-get indextargets --no-release-info --format '$(SITE) $(COMPONENT)' 'Identifier: Packages' | awk '$2 == "main" { print $1; exit }')
[[ -n $mirror ]] || skip "apt names no mirror"
codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)

work=$(mktemp -d)
bare=$work/bare
clean_up() {
  umount "$bare/proc" "$bare/sys" "$bare/dev/shm" 2> /dev/null || true
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT

say "build the packages, without what is not free"
# shellcheck disable=SC1091
source jobscripts/stages.sh
configure_cached package
cmake --build --preset package
cpack --preset package -B "$work/packages" > "$work/cpack.log" || { cat "$work/cpack.log"; die "cpack failed, see above"; }
ls "$work"/packages/*.deb
[[ -z $keep ]] || { mkdir -p "$keep"; cp "$work"/packages/*.deb "$keep"; }

say "a prefix that is moved"
cmake --install build/package --prefix "$work/first" > /dev/null
mv "$work/first" "$work/moved"
mkdir "$work/here"
(
  cd "$work/here"
  unset TALUS_BINARY PYTHONPATH
  prefix=$work/moved
  [[ $("$prefix/bin/talus" --version) == *"without ParMETIS"* ]] || die "ParMETIS is in the package"
  "$prefix/bin/talus" run "$prefix/share/talus/input/chain.yaml" --quiet --set output.folder=out --set time.end=0.02 --set output.report=true
  [[ -s out/report.html ]] || die "output.report wrote no report"
  PATH=$prefix/bin:$PATH PYTHONPATH=$prefix/share/talus/postproc /usr/bin/python3 -c \
    'import talus; assert str(talus.executable()).startswith("'"$prefix"'"); assert talus.open("out").summary["status"] == "done"'
  "$prefix/share/talus/postproc/energy.py" out
  "$prefix/share/talus/jobscripts/verify.sh" "$prefix/share/talus/input/chain.yaml" --steps 4 --ranks 1,2
  echo 'proc module-whatis args {}; proc conflict args {}; proc setenv {n v} {puts $v}; proc prepend-path {n v} {if {![file isdirectory $v]} {error $v}}
    set ModulesCurrentModulefile '"$(echo "$prefix"/share/talus/modulefiles/talus/*)"'
    source $ModulesCurrentModulefile' > module.tcl
  if command -v tclsh > /dev/null; then
    [[ $(tclsh module.tcl) == "$prefix/bin/talus" ]] || die "the environment module does not find its prefix"
  fi
) || die "the moved prefix does not work, see above"

say "a bare Debian $codename from $mirror"
debootstrap --variant=minbase "$codename" "$bare" "$mirror" > "$work/debootstrap.log" 2>&1 ||
  { tail -5 "$work/debootstrap.log"; skip "debootstrap failed, see above"; }
mount -t proc proc "$bare/proc" || skip "/proc cannot be mounted in a chroot here"
mount -t sysfs sysfs "$bare/sys" || skip "/sys cannot be mounted in a chroot here"  # the launcher of MPI asks it for the processors
mount -t tmpfs tmpfs "$bare/dev/shm"
cp /etc/resolv.conf "$bare/etc/"
mkdir "$bare/packages"
cp "$work"/packages/*.deb "$bare/packages"
inside() { chroot "$bare" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/home/user DEBIAN_FRONTEND=noninteractive "$@"; }
inside bash -c 'apt-get update -q && apt-get install -y -q --no-install-recommends man-db bash-completion /packages/*.deb' > "$work/apt.log" 2>&1 ||
  { tail -20 "$work/apt.log"; die "the packages do not install, see above"; }
inside useradd --create-home user

say "try it there"
inside su user -c 'set -eu
  cd
  talus --version
  mpirun --oversubscribe -n 2 talus run /usr/share/talus/input/pile-small.yaml --quiet --set bodies.count=200 --set time.end=0.5 --set output.folder=out/pile --set output.report=true
  talus watch out/pile --once
  python3 -c "import talus; run = talus.open(\"out/pile\"); print(run.summary[\"status\"], len(run.frames), \"frames\", talus.executable())"
  /usr/share/talus/postproc/pile.py out/pile
  python3 -c "import talus; scene = talus.Scene(\"/usr/share/talus/input/box.yaml\"); scene.set(output={\"folder\": \"out/box\"}, time={\"end\": 0.05}); print(scene.run().summary[\"steps\"])"
  test -s out/pile/report.html
  test -s /usr/share/doc/talus/docs/index.md
  man talus | grep -q "SEE ALSO"
  man talus-run | grep -q -- --resume' || die "the packages do not work there, see above"
inside bash -c 'source /usr/share/bash-completion/bash_completion; source /usr/share/bash-completion/completions/talus
  complete_as() { COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _talus 2> /dev/null; echo "${COMPREPLY[*]}"; }
  set -eu
  [[ $(complete_as talus wa) == watch && $(complete_as talus run --res) == --resume && $(complete_as talus run --set output.fold) == output.folder= ]]' ||
  die "the completion does not complete"
cp "$bare/home/user/out/pile/report.html" "$work/report.html"
[[ -z $keep ]] || cp "$work/report.html" "$keep"

say "its report in Chromium"
if command -v chromium > /dev/null && command -v chromedriver > /dev/null; then
  /usr/bin/python3 - "$work/report.html" << 'PYTHON' || die "the report does not open, see above"
import pathlib, sys, tempfile
sys.path.insert(0, "tests/harness")
import browser
with tempfile.TemporaryDirectory() as profile:
    page = browser.Page(profile)
    try:
        page.open(pathlib.Path(sys.argv[1]))
        print(page.script("return [...document.querySelectorAll('[data-key=status]')][0].textContent"), page.colours(), "colours")
        assert page.colours() > 100 and not page.complaints() and not page.asked()
    finally:
        page.close()
PYTHON
else
  echo "Chromium is not installed (jobscripts/install-deps.sh --browser): not tried"
fi
say "all works"
