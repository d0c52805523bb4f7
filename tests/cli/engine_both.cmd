# Both engines side by side: as one when they agree, which they do.
for k in mandelbrot illegal gateway sip_save_restore; do
	"$EULAB" run --launch samples/$k.json --engine both >"$T/both"; echo "$k: status $?"
	"$EULAB" run --launch samples/$k.json >"$T/one"; cmp "$T/both" "$T/one"
done
# unaligned elements of a0: bytes go where they lie, 12 bits a word from a0.2 on
printf '%s\n' 'add (4) a0.0<1>:uw r22.0<4;4,1>:w 0:uw {Raw 0x20000000000000000001000000000000}' \
	'send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}' >"$T/a0.asm"
"$EULAB" run --engine both --set r22=8877665544332211 --dump a0 "$T/a0.asm"; echo "status $?"
"$EULAB" run --launch samples/calls.json --engine both --max-insts 5; echo "status $?"
"$EULAB" run --engine both=reference samples/calls.asm; echo "status $?"
"$EULAB" run --engine bot samples/calls.asm; echo "status $?"
"$EULAB" run --engine both=jit=0 samples/calls.asm; echo "status $?"
"$EULAB" shell --engine both samples/calls.asm; echo "status $?"
