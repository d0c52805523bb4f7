# A mip map from a raw file, whose samplers are keys, then SAMPLER_STATE that a program loads: the same texels.
row() { printf "%0.s$1" $(seq "$2"); } # BYTE COUNT, as printf knows them
{ # 8 x 8 of level n is 10 * (n + 1): level 1 below, 2 to its right, 3 below that; rows of 16 bytes
	for y in 0 1 2 3 4 5 6 7; do row '\x0a' 8; row '\0' 8; done
	for y in 0 1; do row '\x14' 4; row '\x1e' 2; row '\0' 10; done
	row '\x14' 4; row '\x28' 1; row '\0' 11
	row '\x14' 4; row '\0' 4
} >"$T/levels.bin"
cat >"$T/mip.asm" <<'E'
        mov (8) r10.0<1>:ud r1.0<8;8,1>:ud              // the level of each channel
        mov (8) r11.0<1>:f  0.5:f
        mov (8) r12.0<1>:f  0.5:f
        send (8) r20.0<1>:ud r10.0<8;8,1>:ud 0x2 0x06422000 // sample_l, surface 0, sampler 0
        mul (8) r30.0<1>:f  r20.0<8;8,1>:f 255.0:f
        mov (8) r112.0<1>:ud r0.0<8;8,1>:ud
        send (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
E
# LINEAR mip, nearest texels, Max LOD 14, clamp; BORDER is at 0: not asked for
printf '\x00\x00\x30\x10\x00\x00\x0e\x00\x00\x00\x00\x00\x90\x00\x00\x00' >"$T/state.bin"
try() { # REST: of the launch, samplers by key or by pointer
	printf '%s' '{"kernel": "mip.asm", "curbe": [0, "0x3f800000", "0x40000000", "0x40400000", "0x41000000", "0x3f000000", "0x40200000", "0xbf800000"],
	"surfaces": [{"bti": 0, "format": "R8_UNORM", "width": 8, "height": 8, "pitch": 16, "levels": 4, "address": "0x100000", "in": "levels.bin"}],
	"load": {"0x200000": "state.bin"}, "dump": "r30", ' "$1" '}' >"$T/mip.json"
	(cd "$T" && "$EULAB" run --engine both --lint --launch mip.json && "$EULAB" shell --launch mip.json -c 'info surfaces')
	echo "status $?"
}
try '"samplers": [{"index": 0, "mip": "linear", "wrap": "clamp"}], "dispatch": {"kind": "media", "threads": 1, "simd": 8}'
try '"dispatch": {"kind": "media", "threads": 1, "simd": 8, "sampler_state": "0x200000"}'
try '"samplers": [{"index": 0, "mip": "linear", "min": "linear", "min_lod": 0.75, "max_lod": 2.25, "wrap": "clamp"}], "dispatch": {"kind": "media", "threads": 1, "simd": 8}'
try '"samplers": [{"index": 0, "mip": "nearest", "max_lod": 1.5, "wrap": "clamp"}], "dispatch": {"kind": "media", "threads": 1, "simd": 8}'
try '"dispatch": {"kind": "media", "threads": 1, "simd": 8, "sampler_state": "0x200004"}'
echo '-- one level is no map; two are'
for n in 1 2; do
	printf '{"kernel": "mip.asm", "surfaces": [{"bti": 0, "format": "R8_UNORM", "width": 8, "height": 8, "pitch": 16, "levels": %d, "address": "0x100000"}]}' $n >"$T/mip.json"
	(cd "$T" && "$EULAB" shell --launch mip.json -c 'info surfaces')
done
