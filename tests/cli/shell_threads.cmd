# Several threads: one ends at once, one waits for ever, one counts; steps of each, and what they are told.
cat >"$T/k.asm" <<'A'
        and (1)  r2.0<1>:ud   sr0.0<0;1,0>:ud 7:ud {NoMask}
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        cmp.z.f0.0 (8) null<1>:ud r2.0<0;1,0>:ud 0:ud {NoMask, Switch}
        (f0.0) jmpi (1) done {NoMask}
        cmp.z.f0.0 (8) null<1>:ud r2.0<0;1,0>:ud 1:ud {NoMask, Switch}
        (f0.0) jmpi (1) sleep {NoMask}
count:  add (8)  r3.0<1>:ud   r3.0<8;8,1>:ud 1:ud
        cmp.l.f0.0 (1) null<1>:ud r3.0<0;1,0>:ud 100:ud {NoMask, Switch}
        (f0.0) jmpi (1) count {NoMask}
        jmpi (1) done {NoMask}
sleep:  wait n0.0
done:   send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}
A
session() {
	local kernel=${kernel:-$T/k.asm}
	sed 's/^/on 0 help quit\n/' >"$T/lines" # help tells the lines apart
	sed -n 'n;p' "$T/lines" >"$T/typed"
	"$EULAB" shell --dmask 0xff --threads 3 --quantum 2 "$@" "$kernel" <"$T/lines" 2>&1 |
		awk -v typed="$T/typed" '/^quit - leave$/ { getline line <typed; print "> " line; skip = 2; next } skip > 0 { skip--; next } { print }'
}
session <<'LINES'
step
thread 1
step 2
thread 2
channel 3
next 3
step thread 2
step-line 1
step-line
step-line 0
step-line 0
step-line 0
step-line 0
step-line 0
threads
break done
continue
threads
step-line 0
threads
step-line 0
thread 0
step
step thread
next
until count
thread 1
until sleep
step
threads
step-line
step thread
threads
back
back 3
when
masks all
lanes all r3.0:ud
info registers 2
info exceptions 1
delete all
watch r3 2
watch r3.1:ud 1
continue
continue 3
info watchpoints
rwatch sleep
awatch count,16
delete all
break count if all r3:ud == 40
break count if any r3.7:ud == 41
tbreak count if any r3.0<8;8,1>:ud > 45
continue
continue
continue
continue 2
reverse-continue
reverse-continue
reverse-continue
reverse-continue
goto 0
checkpoint
step 5
checkpoint
restart 1
restart 2
set r3:ud = 1000
restart 1
restart 2
raise software
raise software 2
halt 1
exceptions
thread 2
step
run
LINES
echo '== no history, and little of it'
session --history 0 <<'LINES'
back
reverse-continue
goto 1
checkpoint
restart 1
step
when
run
reset
LINES
session --history 1 <<'LINES'
step 20
back
back 5
goto 0
goto 2
when
reverse-continue
checkpoint
restart 1
goto 1000000
goto 18446744073709551615
LINES
echo '== ended, and where there is no code'
session <<'LINES'
break done
continue
lanes
step-line 0
lanes
masks
list
set pc = 0x100000
lanes
disassemble
step
set pc = 0x18
step thread
LINES
echo '== calls that are too many to be kept'
cat >"$T/deep.asm" <<'A'
start:  call (2) r20.0<1>:ud deeper
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}
deeper: add (1)  r3.0<1>:ud   r3.0<0;1,0>:ud 1:ud {NoMask}
        cmp.l.f0.0 (2) null<1>:ud r3.0<0;1,0>:ud 1000:ud {Switch}
        (f0.0) call (2) r20.0<1>:ud deeper
        ret (2) r20.0<2;2,1>:ud
A
kernel=$T/deep.asm session --threads 1 --dmask 3 <<'LINES'
backtrace
step
backtrace
break deeper if any r3.0:ud == 62
break deeper if any r3.0:ud == 63
break deeper if any r3.0:ud == 64
break deeper if any r3.0:ud == 70
continue
continue
continue
continue
finish
LINES
kernel=$T/deep.asm session --threads 1 --dmask 3 >"$T/deep" <<'LINES'
break deeper if any r3.0:ud == 62
break deeper if any r3.0:ud == 63
break deeper if any r3.0:ud == 64
break deeper if any r3.0:ud == 70
continue
backtrace
continue
backtrace
continue
backtrace
continue
backtrace
LINES
grep -v '^#[1-5]' "$T/deep"
