# siptest --lint: rules that the routine breaks fail the test; what the kernel breaks is listed. The same for any --jobs.
sed 's/, Switch//' samples/sip_tiny.asm >"$T/no_switch.asm"
for form in '' --lint '--lint --jobs 3' '--lint --json' --lint=stop; do
	echo "== every Switch removed: $form"
	# shellcheck disable=SC2086 # several words
	"$EULAB" siptest $form --launch samples/divergence.json --sip "$T/no_switch.asm" --kinds software,breakpoint
	echo "status $?"
done
echo '== the shipped one'
"$EULAB" siptest --lint --launch samples/divergence.json --sip samples/sip_tiny.asm --kinds software --every 9
echo "status $?"
echo '== both rules and registers are broken: the first loss ends the test, and what was seen until then is listed'
sed 's/, Switch//' samples/sip_broken_register.asm >"$T/both.asm"
for j in 1 3; do
	"$EULAB" siptest --lint --launch samples/divergence.json --sip "$T/both.asm" --jobs $j >"$T/$j"
	echo "status $?"
done
cmp "$T/1" "$T/3" && grep '^lint' "$T/1"
echo '== the kernel writes r0.4, reads a register that nothing has written, and has a NoDDClr block'
cat >"$T/kernel.asm" <<'END2'
	mov (1) r0.4<1>:ud 0:ud {NoMask}
	mov (8) r20.0<1>:ud r21.0<8;8,1>:ud {NoDDClr}
	mov (8) r20.0<1>:ud 0:ud {NoDDChk}
	send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}
END2
for form in '' --json; do
	"$EULAB" siptest --lint $form --set r112.0:ud=0 --sip samples/sip_tiny.asm --kinds software "$T/kernel.asm"
	echo "status $?"
done
echo "== the routine breaks rules, too: its findings come first"
"$EULAB" siptest --lint --set r112.0:ud=0 --sip "$T/no_switch.asm" --kinds software "$T/kernel.asm" 2>/dev/null | grep "^lint"
echo '== the kernel enters for ever'
"$EULAB" siptest --launch samples/illegal.json --sip samples/sip_tiny.asm
echo "status $?"
"$EULAB" siptest --launch samples/illegal.json --sip samples/sip_tiny.asm --threads 3 --json --limit 500
echo "status $?"
echo '== the routine never comes back from the first exception'
echo 'again: jmpi (1) again {NoMask}' >"$T/sip.asm"
"$EULAB" siptest --launch samples/illegal.json --sip "$T/sip.asm" --limit 500
echo "status $?"
echo '== a routine that comes back in vain 200 times, but not for ever'
cat >"$T/sip.asm" <<'END2'
	add (1)  r0.4<1>:ud r0.4<0;1,0>:ud 1:ud {NoMask}
	cmp.ge.f1.0 (1) null<1>:ud r0.4<0;1,0>:ud 200:ud {NoMask}
	(f1.0) add (1) cr0.2<1>:ud cr0.2<0;1,0>:ud 16:ud {NoMask, Switch}
	and (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x07ffffff:ud {NoMask, Switch}
	and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7fffffff:ud {NoMask, Switch}
	nop
END2
"$EULAB" siptest --launch samples/illegal.json --sip "$T/sip.asm" --kinds software --every 1000 --single --no-salt
echo "status $?"
