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
# Threads that are made when there are slots for them leave in memory what they leave when all are made at the beginning.
cat >"$T/order.asm" <<'ASM'
	mov (8) r4.0<1>:ud r0.1<0;1,0>:ud {NoMask}
	shl (8) r4.0<1>:ud r4.0<8;8,1>:ud 2:ud
	mov (1) r6.0<1>:ud 0x8000:ud
	mov (1) r7.0<1>:ud 1:ud
	and (1) r8.0<1>:ud r0.1<0;1,0>:ud 0x3f:ud
round:
	add.ge.f0.0 (1) r8.0<1>:d r8.0<0;1,0>:d -1:d
	(f0.0) jmpi (1) round {NoMask}
	send (8) r5.0<1>:ud r6.0<8;8,1>:ud 0xa 0x0411b700
	add (1) r5.0<1>:ud r5.0<0;1,0>:ud r100.0<0;1,0>:ud
	send (8) null<1>:ud r4.0<8;8,1>:ud 0xa 0x04036e00
	mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
	send (8) null<1>:uw r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
ASM
echo '{"gen":"7","kernel":"order.asm","dispatch":{"kind":"gpgpu","grid":[3000,1,1],"simd":8,"dmask":1},"set":{"r100.0:ud":7},"surfaces":[{"bti":0,"format":"RAW","width":36864,"address":"0x100000"}]}' >"$T/order.json"
for what in "" "--dump r1" --lint; do
	"$EULAB" run --launch "$T/order.json" $what --dump-mem 0x100000,12000="$T/m" >/dev/null; echo "status $?"
	cksum <"$T/m"
done
od -An -tu4 -N 40 "$T/m"
