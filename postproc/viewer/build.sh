#!/usr/bin/env bash
# Makes viewer.js from src/ and three.js, in the versions that package-lock.json names. Only this script needs npm and a network;
# reports use the committed viewer.js.
#
#   build.sh [--help]
#
# The first line of viewer.js has a digest of what it was made from, which a test compares.
# Exit codes: 0 done, 1 npm or esbuild failed, 2 bad usage.

set -euo pipefail
export LC_ALL=C
case ${1:-} in
  -h | --help) sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; exit 0 ;;
  "") ;;
  *) printf 'build.sh: unknown argument: %s (see --help)\n' "$1" >&2; exit 2 ;;
esac

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$here/package.json" "$here/package-lock.json" "$here/src" "$work"
cd "$work"
npm ci --ignore-scripts --no-audit --no-fund --silent
digest=$(cat package-lock.json src/*.js | sha256sum | cut -c 1-16)
node_modules/.bin/esbuild src/main.js --bundle --minify --format=iife --target=es2022 --charset=utf8 --legal-comments=none \
  --banner:js="// Viewer of Talus's reports, made by build.sh of $digest, with three.js under the MIT licence of LICENSE-three.txt." \
  --outfile=viewer.js --log-level=warning
# No address stays in the page: that of a paper is in a comment, and XHTML's namespace is the page's own.
sed -i -E 's#https://jcgt\.org[^ \n]*/01/##; s#"http://www\.w3\.org/1999/xhtml"#document.documentElement.namespaceURI#' viewer.js
cp viewer.js "$here/viewer.js"
cp node_modules/three/LICENSE "$here/LICENSE-three.txt"
printf 'viewer.js: %s bytes\n' "$(stat -c %s "$here/viewer.js")"
