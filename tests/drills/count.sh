#!/usr/bin/env bash
# For each patch in docs/drills: how many files outside tests and docs it touches, and which.
set -euo pipefail
cd "$(dirname "$0")/../.."
for patch in docs/drills/*.patch; do
  files=$(sed -n 's|^diff --git a/.* b/||p' "$patch" | grep -Ev '^(tests|docs)/' || true)
  printf '%-20s %d  %s\n' "$(basename "$patch" .patch)" "$(grep -c . <<< "$files")" "$(tr '\n' ' ' <<< "$files")"
done
