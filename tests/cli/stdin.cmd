# A kernel from standard input.
"$EULAB" run --dmask 0xff --dump r5 - <samples/divergence.asm
