#!/bin/bash
# rsp.sh BUILD - measures eulab's server beside a floor (constants, bench/rsp_floor.c), gdbserver and qemu-user, all on one CPU
# and in turns; writes BUILD/bench-rsp.json (docs/design.md 3.5) and prints it. gdbserver and qemu listen on every interface meanwhile.
set -eu
. bench/whole.sh
B=$1 rsp=$1/bench/rsp rounds=${BENCH_ROUNDS:-3} seconds=${BENCH_SECONDS:-0.2}
if [ -z "${PINNED:-}" ]; then
	PINNED=1 exec taskset -c "${BENCH_CPU:-0}" "$0" "$@"
fi
work=$(mktemp -d)
pid=
port=$((20000 + $$ % 20000))
end() { [ -z "$pid" ] || { kill "$pid" 2>/dev/null && wait "$pid" 2>/dev/null; } || true; }
trap 'end; rm -rf "$work"' EXIT

# --- servers: begin NAME starts it on $port ---
loop=$B/bench/rsp_loop
at() { nm "$loop" | sed -n "s/^0*\([0-9a-f]*\) [A-Za-z] $1\$/\1/p"; }
head -c 131072 /dev/zero | tr '\0' A >"$work/memory"
begin() {
	port=$((port + 1))
	case $1 in
	eulab) "$B/eulab" serve --listen "$port" --load "0x100000=$work/memory" --dmask 0xff bench/rsp_loop.asm ;;
	floor) "$rsp" floor "$port" "$g" ;;
	gdbserver) gdbserver "127.0.0.1:$port" "$loop" ;;
	qemu) qemu-x86_64 -g "$port" "$loop" ;;
	esac >/dev/null 2>&1 </dev/null &
	pid=$!
}
finish() { end; pid=; }
g=0
begin eulab
g=$("$rsp" g "$port")
finish
servers='floor eulab'
for s in gdbserver qemu-x86_64; do
	if command -v $s >/dev/null; then
		servers+=" ${s%-x86_64}"
	else
		echo "bench-rsp: $s is not installed: nothing is compared with it" >&2
	fi
done

# --- measures: $work/SERVER-KEY has a value a round ---
client() { # SERVER
	case $1 in
	floor) "$rsp" "$port" 0 0 0 uninterrupted "$seconds" ;;
	eulab) "$rsp" "$port" 100000 100000 10 all "$seconds" ;;
	gdbserver) "$rsp" "$port" "$(at buffer)" "$(at buffer)" "$(at step)" all "$seconds" ;;
	qemu) "$rsp" "$port" "$(at buffer)" "$(at buffer)" "$(at step)" uninterrupted "$seconds" ;; # its Ctrl-C may never come
	esac
}
keep() { # SERVER: the `KEY VALUE` lines of a client, while it runs
	while read -r key value; do echo "$value" >>"$work/$1-$key"; done
}
stepi() { # SERVER: seconds of gdb's `stepi 1000`
	local file=()
	[ "$1" = eulab ] || file=("$loop")
	until grep -q ":$(printf %04X "$port") 00000000:0000 0A" /proc/net/tcp; do sleep 0.02; done
	gdb -nx -batch -iex 'set debuginfod enabled off' -iex 'set auto-load off' -ex "target remote 127.0.0.1:$port" \
		-ex 'python import time; t = time.monotonic(); gdb.execute("stepi 1000", to_string=True)' \
		-ex 'python print("took %.4f" % (time.monotonic() - t))' "${file[@]}" </dev/null 2>&1 | sed -n 's/^took //p'
}
for ((i = 1; i <= rounds; i++)); do
	for s in $servers; do
		[ ! -t 2 ] || printf '\rround %d of %d: %-10s' "$i" "$rounds" "$s" >&2
		begin "$s"
		client "$s" >"$work/out" || { echo "bench-rsp: $s failed" >&2; exit 1; }
		finish
		keep "$s" <"$work/out"
		for k in 1 2 3 4 5; do # the first connection of a server, each time
			begin "$s"
			"$rsp" handshake "$port" | keep "$s"
			finish
		done
		[ "$s" != floor ] || continue
		begin "$s"
		stepi "$s" >>"$work/$s-stepi"
		finish
	done
done
[ ! -t 2 ] || printf '\r\033[K' >&2

# --- rows ---
median() { sort -g "$work/$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
sep=
row() { # NAME VALUE UNIT GOAL BETTER
	printf '%s\n  {"name":"%s","value":%s,"unit":"%s",%s"better":"%s"}' "$sep" "$1" "$2" "$3" "${4:+\"goal\":$4,}" "$5"
	sep=,
}
versus() { # NAME OURS THEIRS UNIT GOAL BETTER: the median of the rounds' ratios, as the machine is not always equally fast
	[ -s "$work/$2" ] && [ -s "$work/$3" ] || return 0
	paste "$work/$2" "$work/$3" | awk 'NF == 2 { printf "%.3g\n", $1 / $2 }' >"$work/ratio"
	row "$1" "$(median ratio)" "$4" "$5" "$6"
}
fastest() { # of gdb's steps on the others, round by round
	local s files=()
	for s in gdbserver qemu; do [ ! -s "$work/$s-stepi" ] || files+=("$work/$s-stepi"); done
	[ ${#files[@]} = 0 ] || paste "${files[@]}" | awk '{ print ($2 != "" && $2 < $1 ? $2 : $1) }' >"$work/best-stepi"
}
rows() {
	local s key
	versus tiny-packet eulab-tiny floor-tiny 'x floor' 1.2 lower
	versus read-registers eulab-g floor-g 'x floor' 1.2 lower
	versus read-m eulab-m gdbserver-m 'x gdbserver' 1.0 higher
	versus read-x eulab-x gdbserver-X 'x gdbserver X' 1.0 higher
	versus write-X eulab-X gdbserver-X 'x gdbserver' 1.0 higher
	versus step eulab-step eulab-tiny 'x tiny packet' 1.5 lower
	versus breakpoint-cycle gdbserver-cycle eulab-cycle 'x gdbserver' 2 higher
	versus ctrl-c eulab-ctrlc gdbserver-ctrlc 'x gdbserver' 2 lower
	versus handshake eulab-handshake floor-handshake 'x floor' 2 lower
	versus pipelined eulab-pipelined gdbserver-pipelined 'x gdbserver' 1.0 higher
	fastest
	versus gdb-stepi-1000 eulab-stepi best-stepi 'x the best' 1.0 lower
	for s in $servers; do
		for key in tiny g step cycle ctrlc handshake; do
			[ ! -s "$work/$s-$key" ] || row "$s-$key" "$(median "$s-$key")" us '' lower
		done
		for key in m x X; do [ ! -s "$work/$s-$key" ] || row "$s-$key" "$(median "$s-$key")" MB/s '' higher; done
		[ ! -s "$work/$s-pipelined" ] || row "$s-pipelined" "$(median "$s-pipelined")" packets/s '' higher
		[ ! -s "$work/$s-stepi" ] || row "$s-stepi-1000" "$(median "$s-stepi")" s '' lower
	done
}
# Noisy: the floor, whose work never changes, differs by more than a quarter between the rounds.
noisy() { sort -g "$work/floor-tiny" | awk '{ v[NR] = $1 } END { print (v[NR] > 1.25 * v[1] ? "true" : "false") }'; }
machine=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)
json() {
	printf '{"machine":"%s, one CPU","noisy":%s,"rows":[' "$machine" "$(noisy)"
	rows
	printf '\n]}\n'
}
whole "$B/bench-rsp.json" json
bench/report "$B/bench-rsp.json"
