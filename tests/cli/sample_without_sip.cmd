# An enabled exception that finds no System Routine: status 3 and one line. Not enabled: an illegal opcode is a nop.
"$EULAB" run --enable illegal-opcode samples/illegal.asm
echo "status $?"
"$EULAB" run --enable software samples/softexc.asm
echo "status $?"
"$EULAB" run --enable breakpoint samples/breakpoint.asm
echo "status $?"
"$EULAB" run --dmask 0xff --dump r10,cr0 samples/illegal.asm
