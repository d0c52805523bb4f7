# What two threads in the routine share: found when both are there, or one of another slot comes meanwhile.
"$EULAB" siptest --launch samples/sip_broken_slot.json --single
"$EULAB" siptest --launch samples/sip_broken_slot.json 2>&1 | sed -n '1,3p;/^the routine/p;/^eulab/p'
"$EULAB" siptest --launch samples/sip_broken_slot.json --together 2>&1 | sed -n '1,3p;/^the routine/p;/^eulab/p'
"$EULAB" siptest --launch samples/sip_broken_slot.json --together --kinds illegal-opcode
"$EULAB" siptest --launch samples/sip_broken_slot.json --together --json 2>&1 | sed 's/"differences".*"outcome"/"outcome"/; s/"trace".*/.../'
# at fault before any visit: no thread is beside
"$EULAB" siptest --sip samples/sip_tiny.asm --sip-at 0x80008 --threads 2 --together --json samples/divergence.asm 2>/dev/null
# a thread whose own breakpoint is due is no good beside another: the routine would answer both in one visit
printf '        nop {Breakpoint}\n        nop\n        send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n' >"$T/k.asm"
"$EULAB" siptest --sip samples/sip_save_restore.asm --enable breakpoint --threads 2 --quantum 1000 --together "$T/k.asm"
for sip in samples/sip_{save_restore,dispatch,emulate,profile,preempt}.asm; do
	for kernel in mandelbrot spawn reduction; do
		printf '%s, %s: ' "$(basename "$sip" .asm)" $kernel
		"$EULAB" siptest --launch samples/$kernel.json --sip "$sip" --together --every 101 --kinds breakpoint,external-halt,software
	done
done
