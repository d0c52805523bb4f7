# A thread that context-save has saved leaves: its slot serves another thread, and it comes back in the slot that is free.
cat >"$T/kernel.asm" <<'END2'
	mov (8) r10.0<1>:ud 0:ud
	mov (1) r11.0<1>:ud sr0.0<0;1,0>:ud {NoMask}
	and (1) r11.0<1>:ud r11.0<0;1,0>:ud 0x1f07:ud {NoMask}
loop:	add (8) r10.0<1>:ud r10.0<8;8,1>:ud 1:ud
	cmp.l.f0.0 (8) null<1>:ud r10.0<8;8,1>:ud 20:ud
	(f0.0) while (8) loop
	mov (1) r12.0<1>:ud sr0.0<0;1,0>:ud {NoMask}
	and (1) r12.0<1>:ud r12.0<0;1,0>:ud 0x1f07:ud {NoMask}
	send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}
END2
shell() { "$EULAB" shell --set r112.0:ud=0 --dmask 0xff --sip samples/sip_preempt.asm "$@" "$T/kernel.asm" 2>&1; echo "status $?"; }
echo '== one slot, three threads: the second and the third run in the slot that the first has left'
for engine in reference fast; do
	shell --engine $engine --eus 1 --eu-threads 1 --threads 3 <<'LINES' >"$T/$engine"
stepi 20
preempt 0
restore 0
info threads
continue
info threads
thread 1
registers r10 r12
restore 0 1
restore 0 x
restore 1
restore 0
continue
thread 0
registers r10 r11 r12
LINES
done
cat "$T/fast"
cmp "$T/fast" "$T/reference"
echo '== another slot, of another EU; its own has been taken meanwhile'
shell --eus 2 --eu-threads 1 --threads 3 --quantum 1000 <<'LINES'
stepi 20
preempt 0
break *loop+0x20
continue
info threads
restore 0
restore 0 0
delete all
continue
info exceptions 0
restore 0 1
info threads
continue
thread 0
registers r10 r11 r12
LINES
echo '== to a slot that nobody had'
shell --eus 8 --eu-threads 8 --threads 2 <<'LINES'
stepi 20
preempt 0
continue
restore 0 63
info threads
continue
thread 0
registers r10 r11 r12
LINES
echo '== contexts that left one slot: one at a time; back in time the slots are those of then'
shell --eus 1 --eu-threads 1 --threads 2 <<'LINES'
stepi 20
preempt 0
break *loop+0x20
continue
preempt 1
restore 0
info threads
reverse-stepi 330
info threads
LINES
