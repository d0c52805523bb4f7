# what is executed, with the calls it is in, and the routine's part
"$EULAB" run --launch samples/calls.json --profile
"$EULAB" run --launch samples/calls.json --profile=folded
"$EULAB" run --launch samples/divergence.json --profile | sed -n 1,12p
"$EULAB" run --launch samples/illegal.json --profile=folded
"$EULAB" run tests/gdb/frames.asm --dmask 0xff --enable illegal-opcode --sip tests/gdb/frames_sip.asm --profile=folded # a routine with a call
"$EULAB" run --launch samples/calls.json --profile=json | tail -2
"$EULAB" run --launch samples/calls.json --profile=tree; echo "status $?"
"$EULAB" run --launch samples/divergence.json --profile=json 2>/dev/null | grep -v "^{\"addr\""
"$EULAB" run --launch samples/divergence.json --profile=folded 2>/dev/null
"$EULAB" run --launch samples/divergence.json --profile=json --dump-json 2>/dev/null | tail -1
# Code without labels goes by the address where it begins.
printf 'call (2) r10.0<1>:ud +32\nsend (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}\nadd (8) r4.0<1>:d r4.0<8;8,1>:d 1:d\nret (2) r10.0<2;2,1>:ud\n' >"$T/plain.asm"
"$EULAB" run "$T/plain.asm" --dmask 0xff --profile=folded
