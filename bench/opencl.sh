#!/bin/bash
# opencl.sh BUILD - OpenCL programs under eulab cl beside pocl, nanoseconds a work item, and the start of vadd beside the driver's own;
# writes BUILD/bench-opencl.json (docs/design.md 3.5) and prints it. Medians of five.
set -eu
B=$1 eulab=$(realpath "$1/eulab") bench=$1/bench/opencl floor=$1/bench/tbx_floor rounds=${BENCH_ROUNDS:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
samples/opencl/build.sh "$work"
median() { sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
times() { for ((i = 0; i < rounds; i++)); do "$@"; done | median; }
sep=
row() { # NAME VALUE UNIT GOAL
	printf '%s\n  {"name":"%s","value":%s,"unit":"%s",%s"better":"lower"}' "$sep" "$1" "$2" "$3" "${4:+\"goal\":$4,}"
	sep=,
}
# Seconds from start to exit: the simulator's, and those of a server that executes nothing and answers at once, which are the driver's.
seconds() {
	local TIMEFORMAT='%R'
	{ time "$@" >/dev/null; } 2>&1 || true
}
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.3g", a / b }'; }
pocl() { OCL_ICD_VENDORS=/etc/OpenCL/vendors/pocl.icd "$bench" "$@"; }
rows() {
	local k items
	for k in add:262144 iterate:65536 local_sum:65536; do
		items=${k#*:} k=${k%:*}
		row cl-$k "$(times "$eulab" cl "$bench" $k $items)" 'ns an item'
		[ ! -e /etc/OpenCL/vendors/pocl.icd ] || row pocl-$k "$(times pocl $k $items)" 'ns an item'
	done
	row cl-start "$(ratio "$(times seconds "$eulab" cl "$work/vadd")" "$(times seconds "$floor" "$work/vadd")")" "x the driver's own" 1.5
	row cl-resident-200 "$(times "$eulab" cl "$bench" resident 200)" s 2
	row floor-resident-200 "$(times "$floor" "$bench" resident 200)" s
}
{
	echo "{\"machine\":\"$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc) cores\",\"noisy\":false,\"rows\":["
	rows
	printf '\n]}\n'
} >"$B/bench-opencl.json"
cat "$B/bench-opencl.json"
