#!/bin/bash
# bench.sh EULAB OUT.json - instructions a second of the reference engine, on the mandelbrot sample; best of three.
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
machine=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)
load=$(cut -d. -f1 /proc/loadavg)
noisy=false
[ "$load" -eq 0 ] || noisy=true
printf '{"machine":"%s","noisy":%s,"rows":[{"name":"reference-mandelbrot","value":%d,"unit":"EU instructions/s, start-up included","better":"higher"}]}\n' \
	"$machine" $noisy $best >"$out"
cat "$out"
