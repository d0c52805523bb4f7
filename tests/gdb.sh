#!/bin/bash
# gdb.sh EULAB FILE.gdb - stock gdb's output of a script run against a server, made comparable.
# The script's header lines say what is served: `# serve: ARGS` (of eulab serve), `# transport: unix|tcp|pipe`.
# gdb runs in a scratch folder with samples/, tests/ and gdb-xml/; `source connect` connects. With `# echo` its commands
# are shown. Status 1 when the server does not come up, or does not end with 0 on SIGTERM.
set -u
eulab=$(realpath "$1") script=$(realpath "$2")
top=$(cd "$(dirname "$0")/.." && pwd)
option() { sed -n "s/^# $1: *//p" "$script" | head -1; }
serve=$(option serve) transport=$(option transport)
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
case ${transport:-unix} in
unix) listen=unix:eulab.sock ;;
tcp) listen=127.0.0.1:0 ;;
pipe) listen= ;;
esac
if [ -n "$listen" ]; then
	# shellcheck disable=SC2086 # $serve is a command line
	"$eulab" serve --listen "$listen" $serve 2>listening </dev/null &
	server=$!
	exec 3<listening
	while read -r -t 60 line <&3; do
		case $line in 'Listening on '*) break ;; esac
		echo "$line"
	done
	at=${line#Listening on }
	[ "$at" != "$line" ] || { echo 'the server does not listen'; exit 1; }
	cat <&3 >server.log &
	echo "target remote ${at#unix:}" >connect
else
	echo "target remote | $eulab serve --listen - $serve 2>server.log" >connect
fi
echo=off
! grep -q '^# echo' "$script" || echo=on
# Paths, ports, process numbers and what gdb says of transfers and of its own libraries differ between machines.
env -i PATH="$PATH" HOME="$work" TERM=dumb LC_ALL=C.UTF-8 EULAB_PID="$server" ASAN_OPTIONS="${ASAN_OPTIONS:-}" \
	timeout 60 gdb -nx -batch -ex 'set pagination off' -ex 'set width 0' -ex 'set confirm off' -ex 'set debuginfod enabled off' \
	-ex 'set style enabled off' -ex "set trace-commands $echo" -x "$script" 2>&1 </dev/null |
	sed -e "s|$work/||g; s|$eulab|eulab|g; s|$top/||g" -e 's/127\.0\.0\.1:[0-9]*/127.0.0.1:PORT/; s/process [0-9]* controls/process PID controls/' -e 's|eulab/[0-9a-f]\{16\}/|eulab/HASH/|g' -e '/^Reading .* from remote target/d' \
		-e '/^warning: File transfers from remote targets/d' -e '/^Reading symbols from target/d' -e '/^(No debugging symbols/d' -e '/libthread_db/d' -e '/^Using host libthread/d' \
		-e '/^warning: Could not load shared library/d' -e '/^+echo/d; /^+source connect/d; /^++*python _eulab_flush/d; s/^++*/(gdb) /' \
		-e 's/remote | eulab serve .*/remote | eulab serve --listen - .../' -e 's/[ \t]*$//'
[ -z "$server" ] && exit 0
kill -TERM "$server" && wait "$server"
status=$?
server=
[ $status -eq 0 ] || { echo "the server ended with $status"; sed 's/^/  /' server.log; exit 1; }
