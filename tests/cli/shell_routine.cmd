# Commands around the System Routine: contexts that leave and come back, attention, comparators, what is caught; each with what it refuses.
session() { # LAUNCH...: what is said to each line of stdin, behind the line
	sed 's/^/on 0 help quit\n/' >"$T/lines" # help tells the lines apart
	sed -n 'n;p' "$T/lines" >"$T/typed"
	"$EULAB" shell "$@" <"$T/lines" 2>&1 |
		awk -v typed="$T/typed" '/^quit - leave$/ { getline line <typed; print "> " line; skip = 2; next } skip > 0 { skip--; next } { print }'
}
echo '== contexts'
session --launch samples/sip_preempt.json --threads 3 --eus 1 --eu-threads 3 <<'LINES'
sip
preempt
preempt 3
preempt x
preempt group
preempt group x
preempt group 1
preempt 0 1
step 3
preempt 1
preempt 1
sip
threads
sip-return
sip-return 1
threads
restore
restore 3
restore 0
restore 1 9
restore 1 3
restore 1 0
restore 1 1 1
restore 1
threads
sip-return 1
preempt group 0
continue
threads
restore group 0
restore group 0
restore group 7
restore group
threads
back
continue
threads
preempt 0
halt
raise software 0
LINES
echo '== a slot that another takes'
session --launch samples/sip_preempt.json --threads 4 --eus 1 --eu-threads 2 <<'LINES'
preempt 0
preempt 3
step 2
thread 1
step 90
threads
restore 0 0
restore 0 1
restore 0
threads
continue
LINES
echo '== what is caught'
session --launch samples/sip_dispatch.json --threads 2 <<'LINES'
catch illegal-opcode software
catch
continue
exceptions
sip
masks all
lanes
info registers 0
sip-return 1
sip-return 0
continue
catch all
reset
raise breakpoint
raise external-halt 1
raise context-save 0
raise context-restore 0
raise nothing
raise software 0 1
exceptions
continue
continue
continue
continue
catch none
match ip=0x10
match opcode=add
match opcode=mov
match opcode=mul
match ip=
match ip=0x10+0x10
match ip=0x20
match ip=0x30
set cr0.0 = 0x8000
exceptions 0
match off
exceptions 0
match off off
match
reset
when
continue
when
LINES
echo '== attention'
cat >"$T/sip.asm" <<'A'
        or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x40000000:ud {NoMask, Switch}
        wait n1.0
        and (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x00ffffff:ud {NoMask, Switch}
        add (1) cr0.2<1>:ud cr0.2<0;1,0>:ud 16:ud {NoMask, Switch}
        and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x3fffffff:ud {NoMask, Switch}
        nop
A
session --sip "$T/sip.asm" --threads 2 --enable illegal-opcode samples/illegal.asm <<'LINES'
attention
attention x
attention clear
attention clear 2
continue
attention
exceptions 1
attention clear 0
attention
continue
attention clear
continue
trace exec exc
trace
trace regs
trace exec foo
trace off
LINES
