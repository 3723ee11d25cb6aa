#!/usr/bin/env bash
# Do the tests see faults? Plants each patch of tests/mutants in a copy of the sources, builds, and runs the tests that should see it.
#
#   mutants.sh [--only LIST] [--folder DIR] [--help]
#
#   --only LIST    names of patches ("base-cube-table sim-guard-of-joints"); all without it
#   --folder DIR   the copy, its build and results.csv (build/mutants); patches that have a result there are not tried again
#
# A patch begins with three lines: what the fault is, the tests (a regular expression of ctest) and the targets to build. It is killed
# if a test fails or the build does; it survives if all pass.
# Exit codes: 0 at least 36 of 40 are killed, 1 fewer are, or something went wrong (it says what), 2 bad usage.

set -euo pipefail

script=${BASH_SOURCE[0]}
# shellcheck disable=SC1091
source "$(dirname "$script")/options.sh"

only=
folder=build/mutants
read_options "only:words folder:folder" "$@"
: "${jobscripts:?}"
cd "$jobscripts/.."
folder=$(realpath -m -- "$folder")
results=$folder/results.csv

field() { sed -n "s/^$2: //p" "tests/mutants/$1.patch" | head -n 1; }

copy_sources() {
  mkdir -p "$folder"
  [[ ! -e $folder/tree ]] || return 0
  say "copying the sources to $folder/tree"
  mkdir "$folder/tree.unfinished"
  git ls-files -z | xargs -0 cp --parents -t "$folder/tree.unfinished"
  mv "$folder/tree.unfinished" "$folder/tree"
}

# The tests must pass without a fault, or their failure tells nothing.
build() { (cd "$folder/tree" && cmake --preset release > /dev/null && ninja -C build/release "$@") > "$folder/build.log" 2>&1; }
# shellcheck disable=SC2119
run_tests() { (cd "$folder/tree" && ctest --preset release --label-exclude '^full$' --tests-regex "$1" --stop-on-failure) > "$folder/tests.log" 2>&1; }

# try_mutant NAME   Prints killed, not built or survived; not tried if the tests fail without the fault, too.
try_mutant() {
  local name=$1 targets tests verdict=survived
  read -r -a targets <<< "$(field "$name" build)"
  tests=$(field "$name" tests)
  if ! grep -qx "$tests" "$folder/sound" 2> /dev/null; then
    build "${targets[@]}" || die "the sources do not build, see $folder/build.log"
    if ! run_tests "$tests"; then
      cp "$folder/tests.log" "$folder/$name.log"
      echo "not tried"
      return
    fi
    echo "$tests" >> "$folder/sound"
  fi
  echo "$name" > "$folder/planted"
  patch -d "$folder/tree" -p1 --quiet < "tests/mutants/$name.patch" || die "tests/mutants/$name.patch does not apply"
  if ! build "${targets[@]}"; then
    verdict="not built"
  elif ! run_tests "$tests"; then
    verdict=killed
  fi
  pull_out
  echo "$verdict"
}

# The fault that is in the copy, also after a campaign that was stopped.
pull_out() {
  [[ -e $folder/planted ]] || return 0
  patch -d "$folder/tree" -p1 --quiet --reverse --force < "tests/mutants/$(cat "$folder/planted").patch" || true
  rm "$folder/planted"
}

copy_sources
pull_out
touch "$results"
untried=0
: "${only:=$(cd tests/mutants && printf '%s\n' *.patch | sed 's/[.]patch$//')}"
for mutant in $only; do
  [[ -e tests/mutants/$mutant.patch ]] || bad_usage "no tests/mutants/$mutant.patch"
  ! grep -q "^$mutant," "$results" || continue
  verdict=$(try_mutant "$mutant")
  if [[ $verdict == "not tried" ]]; then
    say "$mutant: not tried: its tests fail without it, see $folder/$mutant.log"
    untried=$((untried + 1))
    continue
  fi
  echo "$mutant,$verdict" >> "$results"
  say "$mutant: $verdict ($(field "$mutant" what))"
done

killed=0 all=0
while IFS=, read -r mutant verdict; do
  all=$((all + 1))
  [[ $verdict == survived ]] || killed=$((killed + 1))
  [[ $verdict != survived ]] || say "survived: $mutant ($(field "$mutant" what))"
done < "$results"
say "$killed of $all faults were seen; $untried were not tried"
((untried == 0)) || exit 1
((10 * killed >= 9 * all))
