# --lint, every row of sim/sip_lints.def: a kernel and a routine that break one rule, then with --lint=stop: status 3.
skip='add (1) cr0.2<1>:ud cr0.2<0;1,0>:ud 16:ud {NoMask, Switch}'
clear='and (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x07ffffff:ud {NoMask, Switch}'
leave='and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7fffffff:ud {NoMask, Switch}'
eot='send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}'
awk -F'"' '/^SIP_LINT\(/ { print $2 }' sim/sip_lints.def | while read -r lint; do
	kernel=illegal before= after=nop
	case $lint in
	sip-return-nop) after='mov (1) r1.0<1>:ud 0:ud {NoMask}' ;;
	sip-noddclr) kernel='mov (8) r20.0<1>:ud 0:ud {NoDDClr}
		mov (8) r21.0<1>:ud 0:ud {NoDDClr}
		mov (8) r21.0<1>:ud 0:ud {NoDDChk}
		illegal
		mov (8) r20.0<1>:ud 0:ud {NoDDChk}' ;;
	cr0-switch) before='mov (1) r1.0<1>:ud cr0.1<0;1,0>:ud {NoMask}' ;;
	sip-simd-flow) before='brd (1) 16' ;;
	sip-register) before='mov (16) r15.0<1>:ud 0:ud {NoMask}' ;;
	sip-r0.4) kernel='mov (1) r0.4<1>:ud 0:ud {NoMask}' ;;
	sip-eot) before=$eot ;;
	*) echo "$lint: no program breaks it" && continue ;;
	esac
	printf '%s\n' "$kernel" "$eot" >"$T/$lint.asm"
	printf '%s\n' "$before" "$skip" "$clear" "$leave" "$after" >"$T/sip.asm"
	for how in --lint --lint=stop; do
		"$EULAB" run $how --set r112.0:ud=0 --enable illegal-opcode --sip "$T/sip.asm" "$T/$lint.asm"
		echo "$lint $how: status $?"
	done
done
echo '== kernels that call too deep, or return from nothing: --quirk call-depth'
printf 'here: add (1) r20.0<1>:ud r20.0<0;1,0>:ud 1:ud\ncall (2) r10.0<1>:ud here\n' >"$T/deep.asm"
printf 'mov (2) r10.0<1>:ud 0x1000:ud {NoMask}\nret (8) r10.0<8;8,1>:ud\n' >"$T/ret.asm"
for kernel in deep ret; do
	for value in none 16 64 17; do
		"$EULAB" run --max-insts 1000 --dmask 0xff --enable stack-overflow --quirk call-depth=$value --dump r20 "$T/$kernel.asm"
		echo "$kernel call-depth=$value: status $?"
	done
done
