#!/bin/bash
# native.sh BUILD [LAUNCH...] - native code beside the fast engine, by user time of the whole process: of launch files, or of the
# OpenCL kernels of bench/kernels.cl. A ratio above 1.05 is marked with a star. The last column is from how many instructions on native
# code is not slower: the first of 62500, 125000 ... Nothing is kept on disk, so each run makes its native code. BENCH_ROUNDS=5
set -eu
eulab=$(realpath "$1/eulab") kernels=$(realpath "$1")/bench/kernels rounds=${BENCH_ROUNDS:-5}
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ $# = 0 ]; then
	"$kernels" files "$work"
	cp bench/kernels.cl "$work"
	(cd "$work" && ocloc compile -q -file kernels.cl -device skl -output_no_suffix -output kernels.bin >/dev/null)
	set -- "$work"/*.json
fi
# Milliseconds of user time: the median of the rounds. Runs that --max-insts cuts off do not end with 0.
user_ms() { # ENGINE LAUNCH [OPTIONS]
	local TIMEFORMAT=%U engine=$1 launch=$2 i
	shift 2
	for ((i = 0; i < rounds; i++)); do
		{ time "$eulab" run --launch "$launch" --engine "$engine" "$@" >/dev/null 2>&1 || true; } 2>&1
	done | sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] * 1e3 }'
}
break_even() { # LAUNCH
	local n
	for n in 62500 125000 250000 500000 1000000 2000000 4000000 8000000 16000000; do
		if awk -v f="$(user_ms fast "$1" --max-insts $n)" -v j="$(user_ms jit "$1" --max-insts $n)" 'BEGIN { exit (j > f * 1.05) }'; then
			echo $n
			return
		fi
	done
	echo none
}
printf '%-24s %9s %9s %6s   %s\n' launch fast-ms jit-ms ratio break-even
for launch; do
	for e in fast jit; do
		"$eulab" run --launch "$launch" --engine $e >/dev/null || { echo "native.sh: $launch fails with --engine $e" >&2; exit 1; }
	done
	fast=$(user_ms fast "$launch") jit=$(user_ms jit "$launch")
	awk -v n="$(basename "$launch" .json)" -v f="$fast" -v j="$jit" -v b="$(break_even "$launch")" \
		'BEGIN { if (f >= 1) printf "%-24s %9.4g %9.4g %6.3f %s %s\n", n, f, j, j / f, (j > 1.05 * f) ? "*" : " ", b }'
done
