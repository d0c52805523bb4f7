# A routine written for index 253: from Gen8 on that is stateless, so the scratch surface is 251, and a launch file that says 253 gets a warning (scratch) or is refused (surfaces)
cat >"$T/save.asm" <<'END'
save:   mov (1)  r0.4<1>:ud  r0.2<0;1,0>:ud {NoMask}
        mov (1)  r0.2<1>:ud  0:ud           {NoMask}
        send (16) null r0 oword_write bti=BTI owords=2 header {NoMask}
        mov (8)  r1.0<1>:ud  0:ud           {NoMask}
        send (16) r1 r0 dp_dc oword_read bti=BTI owords=2 header {NoMask}
        mov (1)  r0.2<1>:ud  r0.4<0;1,0>:ud {NoMask}
        and (1)  cr0.1<1>:ud cr0.1<0;1,0>:ud 0x5fffffff:ud {NoMask, Switch}
        and (1)  cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7fffffff:ud {NoMask, Switch}
        nop
END
cat >"$T/k.asm" <<'END'
        or (1)   cr0.1<1>:ud cr0.1<0;1,0>:ud 0x20000000:ud {NoMask, Switch}
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null r112 dereference resource=1 {EOT}
END
try() { # GEN BTI KEYS
	echo "== Gen$1, index $2${3:+, $3}"
	sed "s/BTI/$2/" "$T/save.asm" >"$T/s.asm"
	printf '{"gen": "%s", "kernel": "k.asm", "sip": "s.asm", "enable": ["software"], "dispatch": {"kind": "raw", "simd": 8}, "set": {"r1:ud": [1, 2, 3]}%s}' "$1" "${3:+, $3}" >"$T/l.json"
	"$EULAB" run --launch "$T/l.json" --lint --dump r1 --dump-mem 0x800000,16
	echo "status $?"
}
try 7.5 253
try 8 251
try 9 251
try 9 253 '"sip_scratch": {"bti": 253}'
try 9 253 '"surfaces": [{"bti": 253, "address": "0x100000", "width": 64}]'
try 9 250 '"sip_scratch": {"bti": 250}'
"$EULAB" shell --launch "$T/l.json" -c exceptions -c sip 2>&1 | grep scratch
sed 's/"sip_scratch.*}}/"lint": false}/' "$T/l.json" >"$T/d.json"
for gen in 7 8; do "$EULAB" shell --launch "$T/d.json" --gen $gen -c sip | grep scratch; done
echo '== exec'
request() { # GEN BTI
	printf '{"id": 1, "gen": "%s", "asm": "mov (8) r10.0<1>:ud 1:ud", "get": ["r10"], "surfaces": [{"bti": %s, "address": "0x100000", "width": 64}]}\n' "$1" "$2" | "$EULAB" exec
}
request 7 253
request 8 253
