# Keys of "dispatch" with the least and the most that they take, and one more; what each kind takes, and what a launch has without them.
printf 'nop\nhere: mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}\nsend (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}\n' >"$T/k.asm"
try() { # KIND KEYS: what is complained about, or how many threads there are and what they get
	printf '{"kernel": "k.asm", "dispatch": {"kind": "%s"%s}}' "$1" "${2:+, $2}" >"$T/l.json"
	printf '%s' "$1 $2: "
	"$EULAB" shell --launch "$T/l.json" -c threads -c 'on 0 registers r0 r1 r2 r3 r4 r5 r6 sr0 cr0' 2>&1 |
		sed "s|$T/l.json:||; /^r[0-9] *\(00000000 \?\)*$/d; s/ insts.*//" |
		awk '/ on-ip /{n++; last = $0; next} {print} END {if (!NR) print "nothing"; if (n) print n " threads, the last " last}' | head -n 12
}
each() { # KIND KEY VALUE...
	for value in "${@:3}"; do try "$1" "\"$2\": $value"; done
}
each raw eus 1 32 0 33
each raw eu_threads 1 8 0 9
each raw quantum 1 4294967295 0 4294967296
each raw simd 8 16 32 1 0 33
each raw dmask 0 1 4294967295 4294967296
each raw grid 3 '[3]' '[3, 2]' '[3, 2, 2]' '[3, 2, 2, 2]' '[]' '[0]' '[4294967296]'
each raw threads 1 65536 0 65537
each raw local '[8]'
each raw inline '[[1]]'
each gpgpu simd 8 16 32 4
each gpgpu grid '[2]' '[2, 3]' '[2, 3, 2]' '[65536]' '[65537]'
each gpgpu local '[8]' '[17]' '[16, 2]' '[4, 4, 4]' '[1024]' '[1, 2, 3, 4]'
try gpgpu '"local": [5, 3], "simd": 8, "grid": [2]'
try gpgpu '"threads": 3, "grid": [2]'
try gpgpu '"local": [8], "threads": 1'
each gpgpu threads 64 65 65536
each gpgpu sampler_state 32 0 16 4294967264 4294967296
try media ''
each media grid '[3]' '[3, 2]' '[3, 2, 2]'
each media threads 1 3 65536 65537
each media inline '[[1, 2], [3]]' '[]' '[1]' '[["x"]]' '[[4294967295]]' '[[4294967296]]'
try media '"inline": [[1], [2]], "threads": 2'
try media '"inline": [[1], [2]], "threads": 3'
try media '"inline": [[1], [2]], "grid": [2]'
try media '"grid": [2], "threads": 2'
each media urb_handle 0 4095 4096
each media urb_size 1 4095 0 4096
each media children 1 0 65535 65536 65537
each media descriptors '[]' '[{"entry": "here"}]' '[{"entry": 16}]' '[{"entry": 17}]' '[{}]'
each media descriptors '{}' 7 "[$(printf '{"entry": 16}%.0s, ' $(seq 31)){\"entry\": 16}]" "[$(printf '{"entry": 16}%.0s, ' $(seq 32)){\"entry\": 16}]"
for keys in '"entry": "here"' '"entry": 17' '"entry": 48' '"entry": 16, "rounding": "up"' '"entry": 16, "rounding": "zero"' '"entry": 16, "rounding": 1' \
	'"entry": 16, "enable": "software"' '"entry": 16, "enable": "softwar"' '"entry": 16, "nothing": 1' '"entry": []'; do
	try media "\"children\": 2, \"descriptors\": [{$keys}]"
done
each vs vertices '[[1, 2, 3, 4]]' '[[1, 2, 3, "0x7"]]' '[[1, 2, 3]]' '[[1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4]]'
each vs simd 8
each vs urb_handle 4094 4095
each gs primitive 1 6 0 7
try gs '"vertices": [[1, 2, 3, 4], [2, 2, 3, 4], [3, 2, 3, 4]]'
try gs '"vertices": [[1, 2, 3, 4], [2, 2, 3, 4], [3, 2, 3, 4]], "single": true, "primitive_id": true'
try gs '"vertices": [[1, 2, 3, 4], [2, 2, 3, 4]], "primitive": 2'
try gs '"vertices": [[1, 2, 3, 4], [2, 2, 3, 4]], "primitive": 1, "urb_handle": 5, "urb_size": 3'
pixels='"vertices": [[0, 0, 0.5, 1], [8, 0, 0.5, 1], [0, 8, 0.5, 1]]'
try ps "$pixels, \"screen\": [8, 8]"
try ps "$pixels, \"screen\": [8]"
try ps "$pixels, \"screen\": [4096, 4096]"
try ps "$pixels, \"screen\": [4097, 1]"
try ps "$pixels, \"screen\": [8, 8, 8]"
try ps "$pixels, \"screen\": [8, 8], \"simd\": 8"
try ps "$pixels, \"screen\": [8, 8], \"simd\": 8, \"source_depth\": true, \"source_w\": true"
try ps "$pixels, \"screen\": [8, 8], \"simd\": 8, \"barycentric\": [\"linear-pixel\", \"perspective-pixel\"]"
try ps "$pixels, \"screen\": [8, 8], \"simd\": 8, \"barycentric\": []"
try ps "$pixels, \"screen\": [8, 8], \"simd\": 8, \"vector_mask\": true"
try opencl ''
one='{"kind": "opencl", "global": [1]}'
echo "{\"kernel\": \"k.asm\", \"dispatch\": [$one, {\"kind\": \"raw\"}]}" >"$T/l.json"
"$EULAB" run --launch "$T/l.json"
for n in 32 33; do
	echo "{\"kernel\": \"none\", \"dispatch\": [$one$(printf ", $one%.0s" $(seq 2 $n))]}" >"$T/l.json"
	echo "$n kernels: $("$EULAB" run --launch "$T/l.json" 2>&1 | sed 's/.*error/error/')"
done
echo '== keys of the launch file itself'
cp samples/sip_tiny.asm "$T"
top() { # KEYS [COMMAND]: what is complained about, or what the shell says
	printf '{"kernel": "k.asm", "dispatch": {"simd": 8}%s}' "${1:+, $1}" >"$T/l.json"
	printf '%s' "$1: "
	"$EULAB" shell --launch "$T/l.json" -c "${2:-registers r2}" 2>&1 | sed "s|$T/||g" | head -n 6
}
for gen in 7 7.5 8 9 '"7"' '"7.5"' '"9"' 6 7.1 '"x"' true 10; do top "\"gen\": $gen" 'registers sr0'; done
for set in '"01020304"' 7 -1 '[1, 2, 3]' '[]' '[[1]]' '"1,2"' 1.5 true; do top "\"set\": {\"r2\": $set}" && top "\"set\": {\"r2:d\": $set}"; done
top "\"set\": {\"r2:ub\": [$(seq -s, 32)]}"
top "\"set\": {\"r2:ub\": [$(seq -s, 33)]}"
top "\"set\": {\"r2:f\": [1, 2.5, \"0.1\", -3]}"
top '"set": {"r2.7:ud": 5, "ce": "00"}'
for n in 0 1 18446744073709551615 '"0x10"' -1; do top "\"max_insts\": $n" when; done
for n in 0 3 4095 4096 4294963200 4294967295 4294967296; do top "\"csr\": $n, \"gen\": 9, \"sip\": \"sip_tiny.asm\"" sip; done
for n in '"bti": 253' '"bti": 254' '"address": 4294967295' '"address": 8388608, "size": 1' '"size": 0' '"size": 67108864' '"size": 67108865' '"sise": 1' '"bti": 0'; do
	top "\"sip\": \"sip_tiny.asm\", \"sip_scratch\": {$n}" sip
done
for n in '"00ff"' '"0"' '[1, 2]' '["x"]' 7 '"0x"' '[4294967296]'; do top "\"curbe\": $n"; done
for n in true false 1; do top "\"lint\": $n" when; done
for n in '"r2"' '["r2", "r3"]' '["r2,r3:f"]' 7 '[7]' '"x"'; do top "\"dump\": $n" dump; done
for n in '"0,4"' '["0,4", "16,8:ud"]' '"0,0"' '["0"]' '"0,268435457"' '"0,4:zzzzzzzz"' '"0,4:ud=x"' '"0,4="'; do top "\"dump_mem\": $n" dump; done
for n in '{"0x1000": "k.asm"}' '{"x": "k.asm"}' '{"0x10": "k.asm"}' '{"0x1000": 7}' '{"0x1000": "none"}' 7; do top "\"load\": $n" 'x/2xw 0x1000'; done
for n in '"here"' 16 '"0x10"' 17 '"nowhere"' '[]'; do top "\"entry\": $n" thread; done
for n in '{"suppress": "next"}' '{"suppress": "x"}' '{"x": "next"}' 7; do top "\"quirk\": $n"; done
for n in '{"ip": 16}' '{"ip": "here"}' '{"opcode": "mov"}' '{"opcode": 1}' '{"x": 1}' '{"ip": "nowhere"}'; do top "\"match\": $n" continue; done
for n in '"software"' '["software", "illegal-opcode"]' '[]' '"x"' 7 '[7]' '"software,breakpoint"'; do top "\"enable\": $n" 'registers cr0'; done
