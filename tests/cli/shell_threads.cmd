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
	sed 's/^/on 0 help quit\n/' >"$T/lines" # help tells the lines apart
	sed -n 'n;p' "$T/lines" >"$T/typed"
	"$EULAB" shell --dmask 0xff --threads 3 --quantum 2 "$@" "$T/k.asm" <"$T/lines" 2>&1 |
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
