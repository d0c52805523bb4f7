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
# Two contexts that are out at the same time, in their own slots, in others, each in the other's. Threads of an EU whose
# contexts lie at the same place lose them only then.
"$EULAB" siptest --launch samples/reduction.json --sip samples/sip_preempt.json --together --kinds context-save,external-halt --boundaries 60 | head -n 1
"$EULAB" siptest --launch samples/gen9/sip_preempt.json --threads 3 --together --lost dbg0 --kinds context-save | head -n 1
cp samples/sip_{save,load,serve,restore}.inc "$T"
sed '/come to another slot than it left$/d' samples/sip_preempt.asm >"$T/sip.asm"
sed -i '/TID: the slot/d' "$T/sip_save.inc"
for together in '' --together; do
	# shellcheck disable=SC2086 # one word or none
	"$EULAB" siptest --launch samples/reduction.json --sip "$T/sip.asm" --eus 1 $together --single --kinds context-save --boundaries 31 2>&1 |
		grep -e ^passed -e '^divergence' -e 'same time'
done
