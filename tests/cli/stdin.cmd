# A kernel from standard input.
"$EULAB" run --dmask 0xff --dump r5 - <samples/divergence.asm
# Bytes for the memory from there, and a recording, which this is not.
"$EULAB" run --load 0x1000=- --dump-mem 0x1000,16 samples/calls.asm <samples/calls.asm
"$EULAB" gpu --replay - <samples/calls.asm
"$EULAB" gpu --replay - <samples
