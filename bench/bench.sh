#!/bin/bash
# bench.sh EULAB OUT.json - instructions a second of the reference engine, on the mandelbrot sample; best of three.
# With gdb: reverse-continue over a million instructions beside the run forward.
set -eu
eulab=$1 out=$2
kernel=samples/mandelbrot.json
insts=$("$eulab" run --launch $kernel --trace=exec 2>&1 | grep -c . || true)
best=0
for _ in 1 2 3; do
	start=$(date +%s%N)
	"$eulab" run --launch $kernel >/dev/null
	took=$(($(date +%s%N) - start))
	rate=$((insts * 1000000000 / took))
	[ $rate -le $best ] || best=$rate
done
row() { # NAME VALUE UNIT GOAL BETTER
	printf '{"name":"%s","value":%s,"unit":"%s","goal":%s,"better":"%s"}' "$@"
}
back=
if command -v gdb >/dev/null; then
	ratio=$(tests/gdb.sh "$eulab" bench/reverse.gdb | sed -n 's/^ratio \([0-9.]*\) .*/\1/p')
	[ -z "$ratio" ] || back=,$(row reverse-continue-1e6 "$ratio" 'x forward' 3 lower)
fi
machine=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)
load=$(cut -d. -f1 /proc/loadavg)
noisy=false
[ "$load" -eq 0 ] || noisy=true
printf '{"machine":"%s","noisy":%s,"rows":[{"name":"reference-mandelbrot","value":%d,"unit":"EU instructions/s, start-up included","better":"higher"}%s]}\n' \
	"$machine" $noisy $best "$back" >"$out"
cat "$out"
