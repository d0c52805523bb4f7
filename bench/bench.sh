#!/bin/bash
# bench.sh BUILD - measures and writes BUILD/bench.json (docs/design.md 3.5): CPU time, five processes each, taken in turns so
# that what disturbs the machine disturbs all alike; a ratio is made in each round, then the median is taken. Then
# bench/report draws it.
set -eu
. bench/whole.sh
B=$1 eu=$1/bench/eubench eulab=$1/eulab rounds=${BENCH_ROUNDS:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# --- measures: KEY COMMAND..., each prints `nanoseconds-for-a-unit instructions-in-a-unit`; what is compared stands together ---
add='add (8) r10.0<1>:f r2.0<8;8,1>:f r3.0<8;8,1>:f'
workload() { # NAME NATIVE-COUNT COUNT8 COUNT16 JIT-COUNT
	local s
	m native-$1-o2 "$eu" native $1 o2 $2
	m fast-$1-8 "$eu" w $1 8 fast $3
	m fast-$1-16 "$eu" w $1 16 fast $4
	for s in o3 avx2 avx2x16; do m native-$1-$s "$eu" native $1 $s $2; done
	[ -z "$jit" ] || for s in 8 16; do m jit-$1-$s "$eu" w $1 $s jit $5; done
}
measures() {
	workload w1 4000000 2000000 1000000 10000000
	m one-lane "$eu" w w1 8 fast 2000000 1 1
	m threads-512 "$eu" w w1 8 fast 4000 512
	m debugged "$eu" debugged fast 2000000 0
	m history "$eu" debugged fast 2000000 64000000
	m reference-w1-8 "$eu" w w1 8 reference 20000
	workload w2 100 50 50 1000
	m reference-w2-8 "$eu" w w2 8 reference 1
	workload w3 2000 200 200 2000
	[ -z "$jit" ] || m jit-make "$eu" make w2 16
	m packed "$eu" straight fast 124 8 "$add"
	m packed16 "$eu" straight fast 124 16 "${add/(8)/(16)}"
	m odd-region "$eu" straight fast 124 8 'add (8) r10.0<1>:f r2.1<4;2,2>:f r4.0<8;4,2>:f'
	m odd-type "$eu" straight fast 124 8 'add (8) r10.0<2>:w r2.1<8;4,2>:b r4.0<8;8,1>:d'
	m long "$eu" straight fast 12000 8 "$add"
	m mode "$eu" mode
	m step "$eu" step fast
	m decode "$eu" decode fast 12000
	m decode-long "$eu" decode fast 120000
	m screen-1 frame 1
	m screen-512 frame 512
	for s in arithmetic flat buffer lds scattered; do m gcn-$s "$B/bench/gcnbench" $s; done
}
frame() { # THREADS: one of the screen, with every view; with one thread there are fewer rows to draw
	"$eulab" tui --threads "$1" samples/divergence.asm --keys bench/redraw.keys | sed -n 's/^draw \([0-9]*\)\.\([0-9]\)$/\1\200 1/p'
}
m() { # KEY COMMAND...
	local key=$1
	shift
	"$@" >>"$work/$key" || { echo "bench: $* failed" >&2; exit 1; }
}
engines='reference fast'
jit=$(grep -wo avx2 /proc/cpuinfo | head -1) # native code runs here
[ -z "$jit" ] || engines+=' jit'
for e in $engines; do "$eu" equal $e >/dev/null; done
"$eu" equal-avx2 >/dev/null
for ((i = 1; i <= rounds; i++)); do
	[ ! -t 2 ] || printf '\rround %d of %d' "$i" "$rounds" >&2
	measures
done
[ ! -t 2 ] || printf '\r\033[K' >&2

# --- rows: NAME VALUE UNIT GOAL BETTER [ANCHOR]; no goal: information; ANCHOR: nanoseconds an instruction of what it is
# beside. A ratio is the median of the rounds' ratios ---
middle() { sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
median() { cut -d' ' -f1 "$work/$1" | middle; }
insts() { cut -d' ' -f2 "$work/$1" | head -1; }
against() { # A B [UNITS of A that are one of B]
	paste -d' ' "$work/$1" "$work/$2" | awk -v k="${3:-1}" '{ printf "%.4g\n", $1 * k / $3 }' | middle
}
declare -A language=([o2]='C -O2' [o3]='C -O3' [avx2]=AVX2 [avx2x16]='AVX2 of 16 lanes')
sep=
row() {
	printf '%s\n  {"name":"%s","value":%s,"unit":"%s",%s"better":"%s"%s}' \
		"$sep" "$1" "$2" "$3" "${4:+\"goal\":$4,}" "$5" "${6:+,\"anchor\":$6}"
	sep=,
}
beside() { # NAME NATIVE FAST UNITS GOAL: speed relative to C; UNITS of native that are one of fast
	row "$1" "$(against "$2" "$3" "$4")" "x ${language[${2##*-}]}" "$5" higher \
		"$(awk -v n="$(median "$2")" -v u="$4" -v k="$(insts "$3")" 'BEGIN { printf "%.4g", n * u / k }')"
}
rows() {
	local w s
	beside w1-simd8 native-w1-o2 fast-w1-8 1 0.50
	beside w2-simd8 native-w2-o2 fast-w2-8 1 0.85
	beside w2-simd16 native-w2-o2 fast-w2-16 1 0.95
	beside w3-simd8 native-w3-o2 fast-w3-8 1 0.24
	beside w1-simd16 native-w1-o2 fast-w1-16 2 ''
	beside w3-simd16 native-w3-o2 fast-w3-16 1 ''
	for w in w1 w2 w3; do
		for s in o3 avx2; do beside $w-simd8-$s native-$w-$s fast-$w-8 1 ''; done
	done
	if [ -n "$jit" ]; then
		for w in w1 w2 w3; do
			beside jit-$w-simd8 native-$w-avx2 jit-$w-8 1 0.50
			beside jit-$w-simd16 native-$w-avx2x16 jit-$w-16 1 0.50
		done
		row jit-make "$(awk -v n="$(median jit-make)" 'BEGIN { printf "%.4g", n / 1000 }')" 'us an instruction' '' lower
	fi
	row fast-reference-w1 "$(against reference-w1-8 fast-w1-8)" 'x reference' 40 higher
	row fast-reference-w2 "$(against reference-w2-8 fast-w2-8)" 'x reference' 40 higher
	row odd-region "$(against odd-region packed)" 'x packed' 3 lower
	row odd-type "$(against odd-type packed)" 'x packed' 3 lower
	row debugged "$(against debugged fast-w1-8)" 'x alone' 1.03 lower
	row debugged-history "$(against history fast-w1-8)" 'x alone' '' lower
	row single-step "$(median step)" ns 12 lower
	row float-mode "$(median mode)" ns '' lower
	row simd-width "$(against packed16 packed)" 'x SIMD8' 1.4 lower
	row lanes "$(against one-lane fast-w1-8)" 'x all of SIMD8' '' lower
	row kernel-length "$(against long packed)" 'x 124' 1.1 lower
	row eu-threads-512 "$(against threads-512 fast-w1-8)" 'x one' 1.05 lower
	row decode "$(awk -v a="$(median decode)" -v b="$(median long)" 'BEGIN { printf "%.4g", a - b }')" ns 50 lower
	row decode-120000 "$(against decode-long decode)" 'x 12000' 1.1 lower
	for w in w1 w2 w3; do
		row $w-ns "$(awk -v n="$(median fast-$w-8)" -v k="$(insts fast-$w-8)" 'BEGIN { printf "%.4g", n / k }')" 'ns an instruction' '' lower
	done
	for s in arithmetic flat buffer lds scattered; do
		row gcn-$s "$(awk -v n="$(median gcn-$s)" -v k="$(insts gcn-$s)" 'BEGIN { printf "%.4g", k * 1000 / n }')" \
			'M wave instructions/s' 20 higher
	done
	row redraw-512 "$(against screen-512 screen-1)" 'x 1 thread' 1.2 lower
	jobs_row
	threads_row
	siptest_row
	siptest_jobs_row
	reverse_row
}
# 64 threads on two host threads beside one thread that does the work of 64 on one host thread: neither takes turns. And 4096
# threads, most of which wait for a slot, on four beside one. What the clock says, not CPU time.
jobs_row() {
	local i
	for ((i = 1; i <= rounds; i++)); do
		jobs 1 1 12800000
		jobs 2 64 200000
		jobs 1 4096 3125
		jobs 4 4096 3125
	done
	row jobs-2 "$(against jobs-1-1 jobs-2-64)" 'x one host thread' 1.9 higher
	row jobs-4 "$(against jobs-1-4096 jobs-4-4096)" 'x one host thread' 3.6 higher
}
jobs() { # HOST-THREADS THREADS ROUNDS-OF-EACH
	local start
	start=$(date +%s%N)
	"$eulab" run --jobs $1 --threads $2 --dmask 0xff --set r127.0:ud=$3 --max-insts 100000000000 bench/w1_simd8.asm
	echo "$(($(date +%s%N) - start)) 1" >>"$work/jobs-$1-$2"
}
# What each of 65536 threads of 18 instructions takes: processor time and memory of the process that are more than with 64.
threads_row() {
	local i n
	for ((i = 1; i <= rounds; i++)); do
		for n in 64 65536; do
			"$eu" cost 65536 "$eulab" run --threads $n --dmask 0xff --set r127.0:ud=1 bench/w1_simd8.asm >>"$work/threads-$n"
		done
	done
	more() { # COLUMN
		paste -d' ' "$work/threads-65536" "$work/threads-64" | awk -v c=$1 '{ printf "%.4g\n", $c - $(c + 2) }' | middle
	}
	row threads-65536-ns "$(more 1)" 'ns a thread' 1000 lower
	row threads-65536-bytes "$(more 2)" 'bytes a thread' 2048 lower
}
siptest_row() { # what a developer of a System Routine waits for
	local start took n
	start=$(date +%s%N)
	n=$("$eulab" siptest --launch samples/mandelbrot.json --sip samples/sip_save_restore.asm --every 97 |
		sed -n 's/^passed: \([0-9]*\) injections.*/\1/p')
	took=$(($(date +%s%N) - start))
	row siptest "$((n * 1000000000 / took))" 'injections/s' '' higher
}
# How many times as many injections four host threads make. What the clock says: on fewer cores than four it is less.
siptest_jobs_row() {
	local i j start
	for ((i = 1; i <= rounds; i++)); do
		for j in 1 4; do
			start=$(date +%s%N)
			"$eulab" siptest --launch samples/mandelbrot.json --sip samples/sip_save_restore.asm --every 41 --jobs $j >/dev/null
			echo "$(($(date +%s%N) - start)) 1" >>"$work/siptest-jobs-$j"
		done
	done
	row siptest-jobs-4 "$(against siptest-jobs-1 siptest-jobs-4)" 'x one host thread' 3 higher
}
reverse_row() {
	local r
	command -v gdb >/dev/null || return 0
	r=$(tests/gdb.sh "$eulab" bench/reverse.gdb | sed -n 's/^ratio \([0-9.]*\) .*/\1/p')
	row reverse-continue-1e6 "$r" 'x forward' 3 lower
}
# Noisy: a native row, whose work never changes, differs by more than a quarter between the rounds.
noisy() {
	local f
	for f in "$work"/native-*; do
		cut -d' ' -f1 "$f" | sort -g | awk '{ v[NR] = $1 } END { if (NR > 1 && v[NR - 1] > 1.25 * v[1]) print "yes" }'
	done | grep -q yes && echo true || echo false
}
cpu() { sed -n "s/^$1[[:space:]]*: //p" /proc/cpuinfo | head -1; }
machine="$(cpu 'model name') (family $(cpu 'cpu family'), model $(cpu model), stepping $(cpu stepping)), $("$eu" cpu)"
json() {
	printf '{"machine":"%s, %s","noisy":%s,"rows":[' "$machine" "$(cc --version | head -1)" "$(noisy)"
	rows
	printf '\n]}\n'
}
whole "$B/bench.json" json
bench/report "$B/bench.json"
