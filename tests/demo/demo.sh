#!/bin/bash
# demo.sh EULAB - the session of demo.gdb on the screen, compared with demo.golden. REBASE=1 rewrites that.
set -uo pipefail
eulab=$(realpath "$1")
cd "$(dirname "$0")" || exit 1
actual=$(mktemp)
trap 'rm -f "$actual"' EXIT
../gdb.sh "$eulab" demo.gdb | tee "$actual" || exit 1
[ "${REBASE:-0}" != 1 ] || cp "$actual" demo.golden
diff -u demo.golden "$actual" || { echo 'demo: the session differs from tests/demo/demo.golden'; exit 1; }
printf '\ndemo: the session is as it should be.\n'
