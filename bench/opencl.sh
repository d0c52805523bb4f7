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
row() { # NAME VALUE UNIT [GOAL [BETTER]]
	printf '%s\n  {"name":"%s","value":%s,"unit":"%s",%s"better":"%s"}' "$sep" "$1" "$2" "$3" "${4:+\"goal\":$4,}" "${5:-lower}"
	sep=,
}
# Seconds from start to exit: the simulator's, and those of a server that executes nothing and answers at once, which are the driver's.
seconds() {
	local TIMEFORMAT='%R'
	{ time "$@" >/dev/null; } 2>&1 || true
}
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.3g", a / b }'; }
# Kernels in a file, under eulab run: launch NAME ITEMS writes $work/NAME.json.
compile() {
	printf '%s\n' '__kernel void add(__global float *a) { size_t i = get_global_id(0); a[i] = a[i] + 1.5f; }' \
		'__kernel void iterate(__global float *a) { size_t i = get_global_id(0); float x = a[i];' \
		'for (int k = 0; k < 1000; k++) x = x * 0.5f + k; a[i] = x; }' >"$work/kernels.cl"
	(cd "$work" && ocloc compile -q -file kernels.cl -device skl -output_no_suffix -output kernels.bin >/dev/null)
}
launch() {
	printf '{"kernel":"kernels.bin","dispatch":{"kind":"opencl","name":"%s","global":[%d],"local":[256],"args":[{"as":"a","buffer":{"size":%d,"fill":0}}]}}' \
		"$1" "$2" $(($2 * 4)) >"$work/$1.json"
}
# Of the 65536 threads of a kernel in a file, and of a launch on four host threads beside one.
launches() {
	local eu=$B/bench/eubench
	compile
	launch add 2097152
	launch iterate 1048576
	for ((i = 0; i < rounds; i++)); do
		"$eu" cost 65536 "$eulab" run --launch "$work/add.json" >>"$work/threads"
	done
	row run-threads-65536-ns "$(cut -d' ' -f1 "$work/threads" | median)" 'ns a thread of 32 items, of a processor' 1000
	row run-threads-65536-bytes "$(cut -d' ' -f2 "$work/threads" | median)" 'bytes a thread, the buffer and the program with it' 2048
	row run-jobs-4 "$(ratio "$(times seconds "$eulab" run --launch "$work/iterate.json" --jobs 4)" \
		"$(times seconds "$eulab" run --launch "$work/iterate.json" --jobs 1)")" 'x one job' 0.278
}
# Kernels: how fast they are beside pocl on one core, in the fast engine and as native code, of milliseconds of processor time that
# a launch takes in its process, on both sides behind one that is not counted: compilers, files and buffers are in neither.
pocl_ms() { # KERNEL OUT
	POCL_MAX_PTHREAD_COUNT=1 OCL_ICD_VENDORS=/etc/OpenCL/vendors/pocl.icd "$B/bench/kernels" "$@"
}
beside_pocl() {
	local k e goal
	"$B/bench/kernels" files "$work"
	cp bench/kernels.cl "$work"
	(cd "$work" && ocloc compile -q -file kernels.cl -device skl -output_no_suffix -output kernels.bin >/dev/null)
	for k in mandelbrot matmul histogram reduce scan transpose stencil bounded count saxpy sha256; do
		pocl_ms $k "$work/$k.pocl" >/dev/null
		for e in fast jit; do
			"$eulab" run --launch "$work/$k.json" --engine $e --dump-arg "out=$work/$k.$e"
			cmp "$work/$k.pocl" "$work/$k.$e" >&2
			for ((i = 0; i < rounds; i++)); do
				ratio "$(pocl_ms $k "$work/again")" "$("$B/bench/launches" "$work/$k.json" $e)"
				echo
			done | median >"$work/ratio"
			goal=
			[ $e != jit ] || goal=0.5
			row $e-$k "$(cat "$work/ratio")" 'x pocl on one core' "$goal" higher
		done
	done
}
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
	launches
	[ ! -e /etc/OpenCL/vendors/pocl.icd ] || beside_pocl
}
{
	echo "{\"machine\":\"$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc) cores\",\"noisy\":false,\"rows\":["
	rows
	printf '\n]}\n'
} >"$B/bench-opencl.json"
cat "$B/bench-opencl.json"
