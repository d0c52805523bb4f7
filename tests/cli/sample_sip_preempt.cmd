"$EULAB" siptest --launch samples/sip_preempt.json --kinds context-save --every 2 &&
	"$EULAB" siptest --launch samples/sip_preempt.json --every 5 &&
	for k in breakpoint illegal softexc media_fill wide; do
		"$EULAB" siptest --launch samples/$k.json --sip samples/sip_preempt.asm --kinds context-save,software --single || break
	done
# sip_save_restore does not know of context saves.
"$EULAB" siptest --launch samples/sip_save_restore.json --kinds context-save | grep -v '^  0x\|^[a-z_]*:$'
# By hand: `raise` of what has no status bit is `preempt` and `restore`, which say when it cannot be.
"$EULAB" shell --launch samples/sip_preempt.json <<'LINES' 2>&1
raise context-restore
raise context-save
continue
halt
raise context-restore
continue
LINES
# A preemption behind an illegal opcode, in front of a breakpoint of the application's own: that one is answered first, and is no loss.
"$EULAB" siptest --launch samples/breakpoint.json --sip samples/sip_preempt.asm --kinds context-save,illegal-opcode --every 5
