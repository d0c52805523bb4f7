# Several host threads compute what one does; what only turns can answer goes back to turns.
for k in blur histogram mandelbrot matmul reduction gateway sip_save_restore illegal; do
	for j in 1 2 0; do
		"$EULAB" run --launch samples/$k.json --jobs $j --dump-mem 0x100000,0x20000="$T/$j" >"$T/$j.err" 2>&1
		echo "status $?" >>"$T/$j.err"
	done
	cmp "$T/1" "$T/2" && cmp "$T/1" "$T/0" && cmp "$T/1.err" "$T/2.err" && cmp "$T/1.err" "$T/0.err" && echo "$k: the same"
done
"$EULAB" run --launch samples/histogram.json --jobs 2 --lint
"$EULAB" run --launch samples/triangle.json --jobs 2
"$EULAB" run --launch samples/mandelbrot.json --jobs 2 --engine both
"$EULAB" run --launch samples/histogram.json --jobs many; echo "status $?"
"$EULAB" serve --jobs 2 samples/calls.asm; echo "status $?"
