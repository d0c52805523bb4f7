# What run says of a guest that did not come to its end: each reason, one and several of what it counts.
EOT='send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}'
run() { # TEXT [OPTION...]
	printf "$1\n" >"$T/k.asm"
	"$EULAB" run "${@:2}" "$T/k.asm"
	echo "status $?"
}
echo '== messages that go nowhere'
lost='mov (8) r10.0<1>:ud 0:ud\nsend (8) null<1>:ud r10.0<8;8,1>:ud untyped_write bti=9 simd8 x'
run "$lost\n$EOT" --dmask 0xff
run "$lost\n$lost\n$EOT" --dmask 0xff
run "$lost\nL: jmpi (1) L {NoMask}" --dmask 0xff --max-insts 50
run "$lost\n$lost\nwait n0.0" --dmask 0xff
echo '== channels that never leave a loop'
loop='mov (8) r2.0<1>:d 0:d\nL: add (8) r2.0<1>:d r2.0<8;8,1>:d 1:d\ncmp.l.f0.0 (8) null<1>:d r2.0<8;8,1>:d 3:d {Switch}\n(f0.0) while (8) L'
run "$loop\n$EOT" --dmask 0xff
run "$loop\n$EOT" --dmask 0xffff --max-insts 500
run "$loop\n$EOT" --dmask 0xfff0 --max-insts 500
ever=${loop/cmp.l/cmp.ge} ever=${ever/(f0.0)/(-f0.0)}
run "$ever\n$EOT" --dmask 0xffff --max-insts 500
run "$ever\n$EOT" --dmask 0xffffff --max-insts 500
run "$ever\n$EOT" --dmask 0x110 --max-insts 500
run "$ever\nnop\nadd (16) r4.0<1>:d r4.0<8;8,1>:d 1:d\n$EOT" --dmask 0xffffff --max-insts 500
run "$ever\nnop\nadd (32) r4.0<1>:w r4.0<16;16,1>:w 1:w {NoMask}\n$EOT" --dmask 0xff00 --max-insts 500
run "${loop//(8)/(16)}\n$EOT" --dmask 0xffffff --max-insts 500
echo '== exceptions that nobody takes'
run "illegal\n$EOT" --enable illegal-opcode
run "illegal\n$EOT"
run "or (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x20000000:ud {NoMask, Switch}\nnop\n$EOT" --enable software
run "nop {Breakpoint}\n$EOT" --enable breakpoint
run "nop\nnop\n$EOT" --enable breakpoint --match ip=16
run "illegal\n$EOT" --quirk illegal-disabled=stop
printf 'illegal\n' >"$T/sip.asm"
run "illegal\n$EOT" --sip "$T/sip.asm" --enable illegal-opcode --quirk illegal-disabled=stop
echo '== in the routine'
printf 'nop\n%s\n' "$EOT" >"$T/sip.asm"
for n in 1 2 3; do run "illegal\n$EOT" --sip "$T/sip.asm" --enable illegal-opcode --threads $n; done
run "illegal\n$EOT" --sip "$T/sip.asm" --enable illegal-opcode --threads 2 --lint
printf 'L: jmpi (1) L {NoMask}\n' >"$T/sip.asm"
run "nop\nillegal\n$EOT" --sip "$T/sip.asm" --enable illegal-opcode --max-insts 9
printf 'wait n1.0\n' >"$T/sip.asm"
run "nop\nillegal\n$EOT" --sip "$T/sip.asm" --enable illegal-opcode
printf 'nop\n' >"$T/sip.asm"
run "nop\nillegal\n$EOT" --sip "$T/sip.asm" --enable illegal-opcode
echo '== the end of the code'
run 'nop\nnop'
run "$lost\nnop" --dmask 0xff
run "jmpi (1) 4096 {NoMask}\n$EOT"
run "mov (8) r2.0<1>:ud r3.0<8;8,1>:ud\n$EOT" --lint=stop
run "mov (8) r2.0<1>:ud r3.0<8;8,1>:ud\n$EOT" --lint
run 'wait n0.0' --threads 2
echo '== engines side by side'
run "$loop\n$EOT" --dmask 0xff --engine both
run "$loop\n$EOT" --dmask 0xff --engine both --jobs 2
run "$loop\n$EOT" --dmask 0xff --jobs 2
run "$loop\n$EOT" --dmask 0xff --engine both --max-insts 3
echo '== a loop that only channels without work go round'
run "$ever\n$EOT" --max-insts 500 --lint
run "$ever\n$EOT" --lint=stop
timeout -s INT 2 "$EULAB" run --max-insts 1000000000000 "$T/k.asm" 2>&1 | sed 's/ at 0x.*: stop requested/ .. stop requested/'
