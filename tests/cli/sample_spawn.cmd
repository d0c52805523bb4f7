# Eight children and their root, beside C's arithmetic in awk; with two slots as well; without the wait the lints say why.
"$EULAB" run --lint=stop --engine both --launch samples/spawn.json --dump-mem 0x100000,36="$T/steps.bin" || exit
steps() { # FILE FIRST: what the children have found, and what awk does
	od -An -v -tu4 -w36 "$1" | awk '{ $1 = $1; print }'
	awk -v first="$2" 'BEGIN { for (n = first; n < first + 8; n++) {
		k = 0
		for (v = n; v > 1; v = v % 2 ? 3 * v + 1 : v / 2) k++
		most = k > most ? k : most
		printf "%d ", k }
		print most }'
}
steps "$T/steps.bin" 27
cp samples/spawn.asm "$T"
for n in 1 97 703; do
	sed "s/\"curbe\": \[27\]/\"curbe\": [$n]/; s/\"children\"/\"eus\": 1, \"eu_threads\": 2, &/" samples/spawn.json >"$T/other.json"
	"$EULAB" run --launch "$T/other.json" --dump-mem 0x100000,36="$T/other.bin"
	steps "$T/other.bin" $n
done
sed 's/"children"/"eus": 1, "eu_threads": 1, &/' samples/spawn.json >"$T/other.json"
"$EULAB" run --launch "$T/other.json" # nobody but the root has a slot
sed 's/^ *wait n0.0.*//' samples/spawn.asm >"$T/spawn.asm" && cp samples/spawn.json "$T"
"$EULAB" run --lint --launch "$T/spawn.json" 2>&1 | grep -ac root-ends-first
"$EULAB" check samples/spawn.asm && echo no rule is broken
"$EULAB" run --jobs 2 --launch samples/spawn.json
"$EULAB" siptest --launch samples/spawn.json --sip samples/sip_dispatch.asm --every 40 2>&1 | head -3
"$EULAB" shell --launch samples/spawn.json -c 'break child; run; info threads; reverse-continue; info threads' | cut -d' ' -f1-3
printf 'keys 6 z\nscreen\n' >"$T/keys"
"$EULAB" tui --launch "$T/other.json" --keys "$T/keys" | sed -n '5,7p'
"$EULAB" tui --launch samples/matmul.json --eus 1 --keys "$T/keys" | sed -n '/ 8 .*queued/p'
echo '== at fault'
try() { # DISPATCH: of a launch of spawn.asm
	printf '{"kernel": "spawn.asm", "curbe": [27], "dispatch": {"kind": "media", "threads": 1, %s}}' "$1" >"$T/bad.json"
	cp samples/spawn.asm "$T"
	(cd "$T" && "$EULAB" run --launch bad.json)
	echo "status $?"
}
try '"children": 8'
try '"descriptors": [{"entry": "child"}]'
try '"children": 8, "descriptors": []'
try '"children": 8, "descriptors": [1]'
try '"children": 8, "descriptors": [{"entrance": "child"}]'
try '"children": 8, "descriptors": [{"entry": "nowhere"}]'
try '"children": 8, "descriptors": [{"entry": "again"}]'
try '"children": 8, "descriptors": [{"entry": "child", "curbe": [1]}]'
try '"children": 8, "descriptors": [{"entry": "child", "curbe": [0, 2]}]'
try '"children": 8, "descriptors": [{"entry": "child", "simd": 4}]'
try '"children": 8, "descriptors": [{"entry": "child", "rounding": "odd"}]'
try '"children": 8, "descriptors": [{"entry": "child", "spf": 1}]'
try '"children": 8, "descriptors": [{"entry": "child", "enable": ["breakpoint"]}]'
try '"children": 8, "urb_handle": 4095, "urb_size": 2, "descriptors": [{"entry": "child"}]'
try '"children": 65536, "descriptors": [{"entry": "child"}]'
try '"children": 8, "descriptors": [{"entry": "child"}]'
try '"children": 7, "descriptors": [{"entry": "root"}, {"entry": "child"}]'
printf '{"kernel": "spawn.asm", "dispatch": {"kind": "gpgpu", "grid": [1], "threads": 1, "children": 2}}' >"$T/bad.json"
(cd "$T" && "$EULAB" run --launch bad.json)
true
