# "host": what a host does in a visit. One that edits registers where the routine keeps them finds a register that is not loaded
# again, which nobody else can: its old value is still in it.
cp samples/sip_{save,load,serve}.inc samples/sip_debug.asm samples/breakpoint.asm "$T"
sed '/send (16) r41.0/d' samples/sip_restore.inc >"$T/sip_restore.inc"
sip() { # FILE: the verdict alone
	"$EULAB" siptest --launch "$1" "${@:2}" 2>&1 | grep -v '^  0x\|^[a-z_]*:$\|^the \|^run on' | head -n 4
	echo "status ${PIPESTATUS[0]}"
}
sip samples/sip_debug.json --every 7
sed '/"host"/d' samples/sip_debug.json >"$T/alone.json"
cp samples/sip_debug.json "$T/host.json"
sip "$T/alone.json" --single
sip "$T/host.json" --single
# A routine that spins on memory: it says 7, and goes on when there is a 9.
cat >"$T/spin.asm" <<'END'
spin:   mov (1)  r0.4<1>:ud   r0.2<0;1,0>:ud                 {NoMask}
        shr (1)  r0.2<1>:ud   sr0.0<0;1,0>:uw 5:ud           {NoMask}
        add (1)  r0.2<1>:ud   sr0.0<0;1,0>:ub r0.2<0;1,0>:ud {NoMask}
        shl (1)  r0.2<1>:ud   r0.2<0;1,0>:ud  3:ud           {NoMask} // a slot of 128 bytes
        add (1)  r0.2<1>:ud   r0.2<0;1,0>:ud  2:ud           {NoMask}
        send (16) null<1>:uw  r0.0<8;8,1>:ud  0xa 0x060a03fd {NoMask} // r1, r2
        mov (8)  r1.0<1>:ud   0:ud                           {NoMask}
        add (1)  r1.2<1>:ud   r0.2<0;1,0>:ud  -2:d           {NoMask}
        mov (8)  r2.0<1>:ud   0:ud                           {NoMask}
        mov (1)  r2.0<1>:ud   7:ud                           {NoMask}
        mov (1)  r2.7<1>:ud   f0.0<0;1,0>:ud                 {NoMask}
        send (16) null<1>:uw  r1.0<8;8,1>:ud  0xa 0x040a02fd {NoMask}
again:  send (16) r2.0<1>:uw  r1.0<8;8,1>:ud  0xa 0x021802fd {NoMask}
        cmp.nz.f0.0 (1) null<1>:ud r2.1<0;1,0>:ud 9:ud       {NoMask, Switch}
        (f0.0) jmpi (1) again                                {NoMask}
        mov (1)  f0.0<1>:ud   r2.7<0;1,0>:ud                 {NoMask}
        send (16) r1.0<1>:uw  r0.0<8;8,1>:ud  0xa 0x022803fd {NoMask}
        mov (1)  r0.2<1>:ud   r0.4<0;1,0>:ud                 {NoMask}
END
sed -n '/^sip_tiny:/,$p' samples/sip_tiny.asm >>"$T/spin.asm"
cp samples/divergence.asm "$T"
spin() { # HOST
	echo '{"gen": "7", "kernel": "divergence.asm", "sip": "spin.asm", "dispatch": {"kind": "raw", "simd": 8},
		"image": {"slot": 128, "number": "(sr0 >> 8 & 255) * 8 + (sr0 & 7)", "saved": {"r1-r2": "0x20", "f0": "0x1c"}}'"$1}" >"$T/l.json"
	sip "$T/l.json" --kinds external-halt,software "${@:2}"
}
spin ', "host": [{"when": {"0": 7}, "write": {"4": 9}}]'
spin ', "host": [{"when": {"0": 7}, "write": {"4": 9}, "edit": "f0,r2"}]' --single
spin ', "host": [{"when": {"0": 8}, "write": {"4": 9}}]' --single --limit 500
spin ', "host": [{"when": {"0": 7}, "write": {"4": 9}}, {"when": {"0": 8}, "write": {"4": 9}, "edit": "r2"}]' --single
# The kernel raises a software exception by itself: the host replies to that visit, too, or it never ends.
cp samples/softexc.asm "$T"
own() { # HOST
	spin "$1" --every 1000 >"$T/first"
	sed -i 's/divergence.asm", /softexc.asm", "enable": ["software"], /; s/"simd": 8/"simd": 8, "threads": 3/' "$T/l.json"
	sip "$T/l.json" --kinds external-halt,software,breakpoint "${@:2}"
}
own ', "host": [{"when": {"0": 7}, "write": {"4": 9}, "edit": "r2"}]'
own ', "host": [{"when": {"0": 7}, "write": {"4": 9}}]' --together
own ', "host": [{"when": {"0": 8}, "write": {"4": 9}}]' --limit 5000
# A record: the time in a region is lost when another exception comes in it.
cp samples/regions.asm "$T"
sed '/since the last one/{n;d}' samples/sip_profile.asm >"$T/profile.asm"
sed 's|"sip_profile.asm"|"profile.asm"|' samples/sip_profile.json >"$T/profile.json"
sip "$T/profile.json" --every 50
echo '== launch files'
for holds in '[]' '["new3 == 1"]' '["old0 +"]' '["new0 == exception"]' '[5]'; do
	sed "s/\"holds\": .*/\"holds\": $holds},/; /\"software \*/d" "$T/profile.json" >"$T/r.json"
	sip "$T/r.json"
done
for key in '{}' '[3]' '[{"edit": "r3"}]' '[{"edit": "f0,r1-"}]' '[{"write": {"x": 1}}]' '[{"when": {"4": -1}}]' '[{"where": 1}]'; do
	spin ", \"host\": $key"
done
sed 's/"number": "[^"]*"/"number": "sr0 +"/' "$T/l.json" >"$T/n.json"
sip "$T/n.json"
