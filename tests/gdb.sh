#!/bin/bash
# gdb.sh EULAB FILE.gdb|FILE.lldb - runs stock gdb (or $GDB), or lldb, against a server and prints
# its output in a form that is the same on every machine.
# The script's header lines say what is served: `# serve: ARGS` (of eulab serve), `# transport:
# unix|tcp|pipe`.
# `# cl: OPTIONS -- PROGRAM` uses eulab cl instead, `# gpu: OPTIONS` uses eulab gpu, and `# server:
# PROGRAM` uses a server that is one of the tests. `# kernel:`, `# launch:`, `# device:`, `# host:`
# and `# before:` are explained below.
# The script runs in a scratch folder with samples/, tests/ and gdb-xml/; `source connect` (lldb:
# `command source connect`) connects. With `# echo` gdb's commands are shown; lldb's are always
# shown. The status is 1 when the server does not come up, or does not end with 0 on SIGTERM.
set -u
eulab=$(realpath "$1") script=$(realpath "$2")
top=$(cd "$(dirname "$0")/.." && pwd)
option() { sed -n "s/^# $1: *//p" "$script" | head -1; }
serve=$(option serve) transport=$(option transport) server=$(option server)
[ -z "$server" ] || eulab=$(dirname "$eulab")/tests/$server
work=$(mktemp -d) server=
finish() {
	[ -z "$server" ] || kill "$server" 2>/dev/null
	rm -rf "$work"
}
trap finish EXIT
cd "$work" || exit 1
ln -s "$top/samples" "$top/tests" "$top/gdb-xml" .
export XDG_CACHE_HOME=$work/cache # for the listings of raw kernels
mkfifo listening
# `# kernel: FILE.cl OPTIONS` is compiled to kernel.zebin (`# form: bin`: the older container; `# debug: -w`: that in place of -g), `# launch: JSON` is launch.json.
kernel=$(option kernel)
if [ -n "$kernel" ]; then
	read -r source options <<<"$kernel"
	cp "$top/$source" .
	IGC_EnableZEBinary=$([ "$(option form)" = bin ] && echo 0 || echo 1) timeout 60 ocloc compile -q -file "$(basename "$source")" \
		-device "$(option device | grep . || echo skl)" -options "$(option debug | grep . || echo -g) $options" -output_no_suffix -output kernel.zebin >ocloc.log 2>&1 || cat ocloc.log
	option launch >launch.json
fi
# `# host: FILE.c` is compiled to ./host, with the kernels that lie beside it under the same name; `# before: COMMAND` comes before the server.
host=$(option host)
if [ -n "$host" ]; then
	cp "$top/${host%.c}.cl" . && ${CC:-cc} -std=c11 -iquote "$top" -o host "$top/$host" -lOpenCL || exit 1
fi
eval "$(option before)"
# A driver's program goes on when gdb has gone: the script waits for its end and shows what it
# printed.
driven=$(option cl | sed 's/^/cl /')$(option gpu | sed 's/^/gpu /')
buffers=
[ -z "$driven" ] || buffers='s/0x[57][0-9a-f]\{11\}\b/BUFFER/g' # memory of the program
case ${transport:-unix} in
unix) listen=unix:eulab.sock ;;
tcp) listen=127.0.0.1:0 ;;
pipe) listen= ;;
esac
if [ -n "$listen" ]; then
	# shellcheck disable=SC2086 # $serve and $driven are command lines
	if [ -n "$driven" ]; then
		timeout 500 "$eulab" ${driven%% *} --listen "$listen" ${driven#* } >program.log 2>listening </dev/null &
	else
		"$eulab" serve --listen "$listen" $serve 2>listening </dev/null &
	fi
	server=$!
	exec 3<listening
	while read -r -t 60 line <&3; do
		case $line in 'Listening on '*) break ;; esac
		echo "$line"
	done
	at=${line#Listening on }
	[ "$at" != "$line" ] || { echo 'the server does not listen'; exit 1; }
	cat <&3 >server.log &
	case $script in
	*.lldb) echo "gdb-remote $at" >connect ;;
	*) echo "target $(option target | grep . || echo remote) ${at#unix:}" >connect ;;
	esac
else
	echo "target remote | $eulab serve --listen - $serve 2>server.log" >connect
fi
clean() { env -i PATH="$PATH" HOME="$work" TERM=dumb LC_ALL=C.UTF-8 "$@" 2>&1 </dev/null; }
# lldb prints its events at any time, so scripts ask for `thread list`.
run_lldb() {
	clean EULAB="$eulab" timeout 60 lldb --no-use-colors -x -b -o 'settings set stop-disassembly-display never' \
		-o 'settings set stop-line-count-before 0' -o 'settings set stop-line-count-after 0' -s "$script" |
		sed -e '/^Traceback .most recent call/,/^ModuleNotFoundError: .*lldb.embedded/d; /^(lldb) settings/d; /^$/d' \
			-e "/^(lldb) # /d; /^(lldb) command source .*'/d; /^Executing commands in/d; /^[* ] thread #[0-9]*,/d; /^ *frame #/d" \
			-e '/^Process [0-9]* [a-z]/d; /^Watchpoint [0-9]* hit:/d; /^\(old\|new\) value: /d; /^This version of LLDB/d; /^-> /d'
}
run_gdb() {
	local echo=off
	! grep -q '^# echo' "$script" || echo=on
	clean EULAB_PID="$server" ASAN_OPTIONS="${ASAN_OPTIONS:-}" timeout 500 "${GDB:-gdb}" -nx -batch \
		-ex 'set pagination off' -ex 'set width 0' -ex 'set confirm off' -ex 'set debuginfod enabled off' \
		-ex 'set style enabled off' -ex "set trace-commands $echo" -x "$script"
}
# Paths, ports, process numbers, and gdb's messages on transfers and its own libraries differ
# between machines.
case $script in
*.lldb) run_lldb ;;
*) run_gdb ;;
esac |
	sed -e "s|$work/||g; s|$eulab|eulab|g; s|$top/||g" -e 's/127\.0\.0\.1:[0-9]*/127.0.0.1:PORT/; s/process [0-9]* controls/process PID controls/' -e 's|eulab/[0-9a-f]\{16\}/|eulab/HASH/|g' -e '/^Reading .* from remote target/d' \
		-e '/^warning: File transfers from remote targets/d' -e "$buffers" -e '/^Reading symbols from target/d' -e '/^(No debugging symbols/d' -e '/libthread_db/d' -e '/^Using host libthread/d' \
		-e '/^warning: Could not load shared library/d' -e '/^+echo/d; /^+source connect/d; /^++*python _eulab_/d; /^++*eulab-before-/d; s/^++*/(gdb) /' \
		-e 's/remote | eulab serve .*/remote | eulab serve --listen - .../' -e 's/^\(Transfer rate: \).*/\1.../; s/[ \t]*$//'
[ -z "$server" ] && exit 0
if [ -n "$driven" ]; then
	wait "$server"
	status=$?
	server=
	sed "s|$work/||g" program.log
	grep -v '^  target remote\|^  source' server.log
	echo "-- status $status"
	exit 0
fi
kill -TERM "$server" && wait "$server"
status=$?
server=
[ $status -eq 0 ] || { echo "the server ended with $status"; sed 's/^/  /' server.log; exit 1; }
