# Options of a launch with the least and the most that they take, what is said of more, and what they lead to.
printf 'mov (8) r2.0<1>:ud 7:ud\nhere: mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}\nsend (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}\n' >"$T/k.asm"
try() { "$EULAB" run "$@" --dump r2.0:ud "$T/k.asm" 2>&1 | head -n 3 | sed "s|^|$*: |; s|$T|TMP|g"; }
each() { # OPTION VALUE...
	for value in "${@:2}"; do try "$1" "$value"; done
}
each --kernel-at 0 8 4 0xffffffff 0x100000000 0xfffffff8
each --sip-at 8 0x80000 0x100000000
each --csr 0 0x100000000
each --threads 1 0 65536 65537 x
each --eus 1 32 0 33
each --eu-threads 1 8 0 9
each --quantum 1 0 4294967295 4294967296
each --dmask 1 0 0xffffffff 0x100000000
each --max-insts 1 2 3 0 18446744073709551616
each --jobs 0 1 256 257 100000
each --entry here 0x10 0x20 0x18 0x14 0x30 nowhere -1
each --set r2.0:ud r2.0:ud= =7 r2.0:ud=7 r2:ud=1,2,3,4,5,6,7,8,9 rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr=1 rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr=1 ce=01
each --load 0x1000 =x 0x1000= x=y "0x1000=$T/none" "0x10=$T/k.asm" 0x100000000=/dev/null
each --quirk suppress suppress= =next suppress=next
each --match ip=here ip=here+16 ip=here+8 ip=here+x ip=0x10+4 opcode=mov opcode=127 opcode=128 ip=x
each --trace exec,rsp regs exec, exce,exc mem,mem ''
each --engine fast reference jit=1 jit=0 jit=x jit=4294967296 both both=fast both=reference both= bothh both=jit=0
each --dump r2,zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz, r2.0:ud,r3:zz r2-r1 zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz r4-r5:uuuuuuuuuuuuuuuuuuuuuuuuuuuuuu
each --lint stop
each --lint=stop --lint=go --lint= --lint
each --at-end=exit --at-end=stop --at-end=go
each --profile=listing --profile=x
each --gen 7 7.5 8 9 10 ''
each --input asm bin text
each --enable software software, ,
try --set r2.0:ud=1 --set r2.0:ud=2 --entry here
try --eus 1 --eu-threads 1 --threads 3
"$EULAB" run "$T/k.asm" "$T/k.asm"
"$EULAB" run "$T/k.json"
"$EULAB" siptest --trace regs "$T/k.asm"
"$EULAB" serve --gdb-threads lanes "$T/k.asm"
"$EULAB" serve --at-end now "$T/k.asm"
"$EULAB" serve --engine both "$T/k.asm"
"$EULAB" serve --history 1x "$T/k.asm"
echo '{"kernel": "k.asm", "dispatch": {"kind": "media", "threads": 2}}' >"$T/l.json"
"$EULAB" run --launch "$T/l.json" --threads 2
echo '== the scratch of a routine: 16 KiB for each slot in use, numbered by eight for each EU'
scratch() { "$EULAB" shell "$@" --sip samples/sip_tiny.asm "$T/k.asm" -c surfaces 2>&1 | sed "s|^|$*: |"; }
scratch
for n in 4 5 6 64 65; do scratch --threads $n; done
scratch --threads 64 --eus 2
scratch --threads 64 --eus 2 --eu-threads 3
scratch --threads 4 --eus 2 --eu-threads 3
