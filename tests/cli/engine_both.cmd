# Both engines side by side: as one when they agree, which they do.
for k in mandelbrot illegal gateway sip_save_restore; do
	"$EULAB" run --launch samples/$k.json --engine both >"$T/both"; echo "$k: status $?"
	"$EULAB" run --launch samples/$k.json >"$T/one"; cmp "$T/both" "$T/one"
done
"$EULAB" run --launch samples/calls.json --engine both --max-insts 5; echo "status $?"
"$EULAB" run --engine both=reference samples/calls.asm; echo "status $?"
"$EULAB" run --engine bot samples/calls.asm; echo "status $?"
"$EULAB" run --engine both=jit=0 samples/calls.asm; echo "status $?"
"$EULAB" shell --engine both samples/calls.asm; echo "status $?"
