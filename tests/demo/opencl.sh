#!/bin/bash
# opencl.sh EULAB - OpenCL programs under Intel's driver on the screen, and gdb on a work item; compared with opencl.golden.
# REBASE=1 rewrites that.
set -uo pipefail
eulab=$(realpath "$1")
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d)
export XDG_CACHE_HOME=$work/cache
trap 'rm -rf "$work"' EXIT
CFLAGS= samples/opencl/build.sh "$work" || exit 1
show() { # WORDS: the command as a person types it, and what it prints
	echo "\$ ${*//$work/.}" | sed "s|$eulab|eulab|"
	timeout 100 "$@" 2>&1 | sed "s|$work/|./|g" | sed 's/, [0-9.]* s, [0-9.]* million.s//; /^stats: [0-9.]* s in all/d; s|/tmp/eulab-......|TMP|; /^warning: No exec/d; /^determining/d; /^Reading /d; /^warning: File tr/d'
}
{
	echo '== Programs, unmodified, under the driver, unmodified'
	for p in vadd reduce image printf; do show "$eulab" cl -- "$work/$p"; done
	echo '== What the kernels did, by name'
	show "$eulab" cl --stats -- "$work/chain"
	echo '== gdb on the GPU: the tenth work item, before and behind its sum'
	printf '%s\n' 'set confirm off' 'echo (gdb) x/2i $rip\n' 'x/2i $rip' 'echo (gdb) thread 10\n' 'thread 10' 'echo (gdb) print $r1.v16_uint16[9]\n' \
		'print $r1.v16_uint16[9]' 'echo (gdb) stepi\n' stepi 'echo (gdb) continue\n' continue >"$work/session"
	EULAB_GDB="$work/gdb"
	printf '#!/bin/sh\nexec gdb -batch "$@" -x %s/session\n' "$work" >"$EULAB_GDB" && chmod +x "$EULAB_GDB"
	export EULAB_GDB
	show "$eulab" cl --gdb -- "$work/vadd"
	echo '== gdb at its source: a work item that is nowhere yet, and back in time'
	printf '%s\n' 'set confirm off' 'set language c' 'echo (gdb) break vadd.cl:4 if i == 700\n' 'break vadd.cl:4 if i == 700' 'echo (gdb) continue\n' continue \
		'echo (gdb) print a[i] + b[i]\n' 'print a[i] + b[i]' 'echo (gdb) next\n' next 'echo (gdb) print c[i]\n' 'print c[i]' 'echo (gdb) reverse-continue\n' reverse-continue \
		'echo (gdb) print i\n' 'print i' kill >"$work/session"
	show "$eulab" cl --debug --gdb -- "$work/vadd" | sed 's/0x[57][0-9a-f]*/0x.../g'
} 2>&1 | tee "$work/actual"
[ "${REBASE:-0}" != 1 ] || cp "$work/actual" tests/demo/opencl.golden
diff -u tests/demo/opencl.golden "$work/actual" || { echo 'demo: the session differs from tests/demo/opencl.golden'; exit 1; }
printf '\ndemo: the session is as it should be.\n'
