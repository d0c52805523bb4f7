# A surface of 3 GiB takes the memory of what is written to it; one with contents that large is refused.
cat >"$T/far.asm" <<'A'
mov (8) r10.0<1>:ud 0xafff0000:ud
mov (8) r11.0<1>:ud 42:ud
send (8) null<1>:ud r10.0<8;8,1>:ud untyped_write bti=0 simd8 x
send (8) r12.0<1>:ud r10.0<8;8,1>:ud untyped_read bti=0 simd8 x
mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
send (8) null<1>:ud r112.0<8;8,1>:ud dereference resource=1 {EOT}
A
far() { printf '%s\n' '{"kernel": "far.asm", "surfaces": [{"bti": 0, "width": '"$1"', "address": "0x10000000"'"$2"'}]}' >"$T/far.json"; }
far 3221225472
"$EULAB" run --dmask 0xff --launch "$T/far.json" --lint --dump r12 --dump-mem 0xbfff0000,4
"$EULAB" run --engine reference --dmask 0xff --launch "$T/far.json" --dump r12
far 3221225472 ', "fill": 0'
"$EULAB" run --dmask 0xff --launch "$T/far.json" || echo "status $?"
far 4294967295
"$EULAB" run --dmask 0xff --launch "$T/far.json" || echo "status $?"
