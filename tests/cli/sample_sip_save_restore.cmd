"$EULAB" siptest --launch samples/sip_save_restore.json &&
	for k in breakpoint illegal softexc media_fill; do
		"$EULAB" siptest --launch samples/$k.json --sip samples/sip_save_restore.asm --single || break
	done &&
	"$EULAB" siptest --launch samples/mandelbrot.json --sip samples/sip_save_restore.asm --every 977 --single &&
	"$EULAB" run --launch samples/sip_save_restore.json
# Words in the accumulator have 33 bits.
cat >"$T/words.asm" <<'EOF'
	mov (8)  r2<1>:w    0x76543210:v                           {NoMask}
	mov (8)  r2.8<1>:w  0xfedcba98:v                           {NoMask}
	mul (16) r2<1>:w    r2<16;16,1>:w 0x1457:w                 {NoMask}
	mov (16) r3<1>:w    0x7fff:w                               {NoMask}
	mul (16) acc0<1>:w  r2<16;16,1>:w r3<16;16,1>:w            {NoMask}
	mac (16) r5<1>:w    r2<16;16,1>:w r3<16;16,1>:w            {NoMask, AccWrEn}
	mac (16) r5<1>:w    r2<16;16,1>:w r3<16;16,1>:w            {NoMask, AccWrEn}
	asr (16) r6<1>:d    acc0<16;16,1>:w 16:d                   {NoMask}
	mov (8)  r112<1>:ud r0<8;8,1>:ud                           {NoMask}
	send (8) null<1>:ud r112<8;8,1>:ud 0x27 0x02000010         {EOT}
EOF
echo '{"kernel": "words.asm", "dispatch": {"kind": "raw", "simd": 8}, "dump": "r6,r7"}' >"$T/words.json"
"$EULAB" run --launch "$T/words.json"
for sip in save_restore preempt debug; do "$EULAB" siptest --launch "$T/words.json" --sip samples/sip_$sip.asm --single; done
# No shipped routine breaks a rule: it writes no register behind r15 (4.2.4) but by what brings one back.
for sip in tiny dispatch emulate profile save_restore preempt debug; do
	for k in divergence wide softexc; do
		"$EULAB" siptest --lint=stop --single --launch samples/$k.json --sip samples/sip_$sip.asm --kinds breakpoint,external-halt,software || echo "sip_$sip, $k: status $?"
	done
done
