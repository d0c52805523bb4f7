# A context of Gen9 saved and restored at every boundary, on both engines; what a routine leaves out is found; --lost.
"$EULAB" siptest --launch samples/gen9/sip_preempt.json --kinds context-save --max-insts 5000 --lost dbg0
"$EULAB" siptest --engine reference --launch samples/gen9/sip_preempt.json --kinds context-save --max-insts 5000 --lost dbg0
"$EULAB" siptest --launch samples/gen9/sip_preempt.json --kinds context-save 2>&1 | head -n 2
for gone in 'mov (1)  sr0.2' 'mov (8)  mme3' 'mov (1)  fc0.13' 'mov (4)  sp' 'mov (1)  n0.1' 'mov (1)  msg6'; do
	grep -vF "$gone" samples/gen9/sip_preempt.asm >"$T/broken.asm"
	printf '%s: ' "$gone"
	"$EULAB" siptest --launch samples/gen9/sip_preempt.json --sip "$T/broken.asm" --kinds context-save --max-insts 5000 --lost dbg0 2>/dev/null | sed -n 2p
done
for q in fc0=storage context-bits=kept; do
	"$EULAB" siptest --quirk $q --launch samples/gen9/sip_preempt.json --kinds context-save --max-insts 5000 --lost dbg0 2>/dev/null | head -n 1
done
for lost in mme7,msg9 msg7-msg0 ce r0-r127; do
	"$EULAB" siptest --launch samples/gen9/sip_preempt.json --kinds context-save --lost $lost
done
"$EULAB" siptest --launch samples/gen9/sip_preempt.json --kinds context-save --csr 0xfffff000
