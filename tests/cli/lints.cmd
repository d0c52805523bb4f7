# --lint, the rules of registers and races: a kernel that breaks each, one that keeps it, and what a run says at its end.
eot='send (8) null<1>:ud r127.0<8;8,1>:ud 0x27 0x82000010 {EOT}'
run() { # NAME OPTION... : the kernel on stdin
	local name=$1
	shift
	{ printf 'mov (8) r127.0<1>:ud r0.0<8;8,1>:ud {NoMask}\n' && cat && printf 'done:\n%s\n' "$eot"; } >"$T/$name.asm"
	echo "== $name $*"
	(cd "$T" && "$EULAB" run "$@" "$name.asm")
	echo "status $?"
}
for how in --lint --lint=stop; do
	run unwritten-register $how <<-'E'
		mov (8) r5.0<2>:uw 1:uw
		add (8) r6.0<1>:uw r5.0<16;8,2>:uw 1:uw
		shl (8) r7.0<1>:ud r5.0<8;8,1>:ud 16:ud // the upper words are dropped
		add (8) r8.0<1>:ud r9.0<0;1,0>:ud 1:ud
		add (8) r8.0<1>:ud r9.0<0;1,0>:ud 1:ud // once for a register
	E
	run unwritten-payload $how <<-'E'
		send (8) null<1>:ud r20.0<8;8,1>:ud 0x0 0x02000000
	E
	run noddchk-response $how <<-'E'
		mov (8) r2.0<1>:ud 0:ud
		send (8) r10.0<1>:ud r2.0<8;8,1>:ud 0x3 0x02104003
		mov (8) r10.0<1>:ud 0:ud {NoDDChk}
	E
	run noddchk-payload $how <<-'E'
		mov (8) r2.0<1>:ud 0:ud
		send (8) null<1>:ud r2.0<8;8,1>:ud 0x0 0x02000000
		mov (8) r2.0<1>:ud 1:ud {NoDDChk}
	E
	run response-overlap $how <<-'E'
		mov (8) r2.0<1>:ud 0:ud
		send (8) r10.0<1>:ud r2.0<8;8,1>:ud 0x3 0x02104003
		send (8) r10.0<1>:ud r2.0<8;8,1>:ud 0x3 0x02104003
	E
	run noddclr-open $how <<-'E'
		mov (8) r20.0<1>:ud 0:ud {NoDDClr}
		add (8) r21.0<1>:ud r20.0<8;8,1>:ud 1:ud
	E
	run noddclr-shot $how <<-'E'
		mov (8) r20.0<1>:ud 0:ud {NoDDClr}
		(f0.0) mov (8) r20.0<1>:ud 1:ud {NoDDChk}
	E
	run data-race $how --threads 2 <<-'E'
		mov (8) r6.0<1>:ud 0:ud
		mov (8) r7.0<1>:ud 1:ud
		send (8) null<1>:ud r6.0<8;8,1>:ud 0xa 0x04036efe // every thread writes dword 0 of SLM
	E
done
echo '== rules that are kept'
run registers --lint=stop --set r9=$(printf '%064d' 0) <<-'E'
	add (8) r8.0<1>:ud r9.0<8;8,1>:ud r0.0<0;1,0>:ud
	mov (8) r2.0<1>:ud 0:ud
	send (8) r10.0<1>:ud r2.0<8;8,1>:ud 0x3 0x02104003
	mov (8) null<1>:ud r10.0<8;8,1>:ud // the response has come
	mov (4) r10.0<1>:ud 0:ud {NoDDClr}
	mov (4) r10.4<1>:ud 1:ud {NoDDClr, NoDDChk}
	mov (8) r10.0<1>:ud 1:ud {NoDDChk}
	add (8) r11.0<1>:ud r10.0<8;8,1>:ud 1:ud
E
run payload --lint=stop <<-'E'
	mov (8) r2.0<1>:ud 0:ud
	send (8) r10.0<1>:ud r2.0<8;8,1>:ud 0x3 0x02104003
	mov (8) null<1>:ud r10.0<8;8,1>:ud // it has come: the message was sent
	mov (8) r2.0<1>:ud 1:ud {NoDDChk}
	send (8) r10.0<1>:ud r2.0<8;8,1>:ud 0x3 0x02104003
	mov (4) r2.0<1>:ud 2:ud {NoDDClr} // checks, and so waits for it
	mov (4) r2.4<1>:ud 3:ud {NoDDChk}
E
exchange() { # each writes its dword of SLM, then reads the next thread's: between them $1
	printf '%s\n' 'and (1) r4.0<1>:ud sr0.0<0;1,0>:ud 7:ud' 'shl (8) r6.0<1>:ud r4.0<0;1,0>:ud 2:ud' \
		'mov (8) r7.0<1>:ud 5:ud' 'send (8) null<1>:ud r6.0<8;8,1>:ud 0xa 0x04036efe' 'mov (8) r12.0<1>:ud 0:ud' "$1" \
		'add (8) r6.0<1>:ud r6.0<8;8,1>:ud 4:ud' 'and (8) r6.0<1>:ud r6.0<8;8,1>:ud 12:ud' \
		'send (8) r8.0<1>:ud r6.0<8;8,1>:ud 0xa 0x02116efe'
}
barrier='send (8) null<1>:ud r12.0<8;8,1>:ud 0x3 0x02000004'
exchange "$barrier
wait n0.0" | run barrier --lint=stop --threads 4
exchange "$barrier" | run no-wait --lint --threads 4
run atomics --lint=stop --threads 4 <<-'E'
	mov (8) r6.0<1>:ud 0:ud
	send (8) null<1>:ud r6.0<8;8,1>:ud 0xa 0x020195fe // inc, nothing comes back
E
last() { # the last thread to come reads what all have written: a fence, an atomic, and its answer
	cat <<-E
		and (1) r4.0<1>:ud sr0.0<0;1,0>:ud 7:ud
		shl (8) r6.0<1>:ud r4.0<0;1,0>:ud 2:ud
		add (8) r6.0<1>:ud r6.0<8;8,1>:ud 64:ud
		mov (8) r7.0<1>:ud 5:ud
		send (8) null<1>:ud r6.0<8;8,1>:ud 0xa 0x04036efe
		mov (8) r12.0<1>:ud 0:ud
		$1
		mov (8) r14.0<1>:ud 0:ud
		send (1) r20.0<1>:ud r14.0<8;8,1>:ud 0xa 0x0211b5fe {NoMask}
		cmp.ne.f0.0 (1) null<1>:ud r20.0<0;1,0>:ud 3:ud {NoMask, Switch}
		(f0.0) jmpi (1) done {NoMask}
		mov (8) r6.0<1>:ud 64:ud
		send (8) r8.0<1>:ud r6.0<8;8,1>:ud 0xa 0x02116efe
	E
}
last 'send (8) r22.0<1>:ud r12.0<8;8,1>:ud 0xa 0x0219e000' | run last-reads --lint=stop --threads 4
last nop | run no-fence --lint --threads 4
echo '== found often, told once'
run loop --lint --dmask 0xff <<-'E'
	mov (8) r6.0<1>:ud 0x10000:ud
	mov (1) r5.0<1>:ud 3:ud
	again:
	send (8) r8.0<1>:ud r6.0<8;8,1>:ud 0xa 0x02116efe
	add.nz.f0.0 (1) r5.0<1>:d r5.0<0;1,0>:d -1:d
	(f0.0) jmpi (1) again {NoMask}
E
echo '== the samples'
for launch in samples/*.json; do
	case $launch in samples/sip_*) continue ;; esac # most need a debugger, or are broken
	"$EULAB" run --lint --launch "$launch" 2>&1 >/dev/null </dev/null | grep -a '^lint:' && echo "$launch"
done
echo '== back in time: what is found again'
printf 'mov (8) r5.0<1>:ud 0:ud\nadd (8) r6.0<1>:ud r9.0<8;8,1>:ud 1:ud\nadd (8) r6.0<1>:ud r6.0<8;8,1>:ud 1:ud\n%s\n' "$eot" >"$T/back.asm"
(cd "$T" && "$EULAB" shell --lint back.asm -c 'stepi; stepi; stepi; reverse-stepi; reverse-stepi; stepi' 2>&1 | grep -a lint)
