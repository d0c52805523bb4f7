# Options of siptest with the least and the most that they take, and what is said of more.
try() {
	"$EULAB" siptest --launch samples/divergence.json --sip samples/sip_tiny.asm --kinds breakpoint --json "$@" 2>&1 |
		sed -n '/"kind":/d; s/.*"verdict":"\([a-z]*\)".*/\1/p; /^eulab:/p; /^usage/p' | head -n 2
	echo "$*: status ${PIPESTATUS[0]}"
}
echo '== ranges of memory'
try --ignore 0,1
try --ignore 0xffffffff,4294967295
try --ignore 0x100000000,1
try --ignore 0,0
try --ignore 0,0x100000000
try --ignore 0
try --ignore ,1
try --ignore 0x0000000000000000000000000000000000000000000000000000000000000000000000000000000,1
for n in 62 63; do
	echo "-- $n ranges"
	try $(seq -f '--ignore %.0f,1' $n | xargs) | sed 's/^--ignore.*: /.. /'
done
echo '== registers'
try --lost r1
try --lost r1,r2-r5,status
try --lost status
printf '%s\n' 'and (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x00ffffff:ud {NoMask, Switch}' \
	'and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7fffffff:ud {NoMask, Switch}' nop >"$T/all.asm" # it clears every status
for option in '' '--lost status' '--lost r5,status,r6'; do
	# shellcheck disable=SC2086 # two words
	"$EULAB" siptest --launch samples/divergence.json --sip "$T/all.asm" --kinds external-halt --every 19 --single $option 2>/dev/null | head -n 1
done
try --lost statu
try --lost r5-r2
try --lost r127-r128
try --lost r128
try --lost r0-r31
try --lost r0-r32
try --lost r0-r15,r16-r31,r5
try --lost ip
try --lost r1,
try --lost pcip
echo '== boundaries'
try --every 1
try --every 0
try --every 18446744073709551616
try --every 4
try --boundaries 1
try --boundaries 0
try --random 0
try --random -1
try --every 2 --boundaries 2
try --random 2 --boundaries 2
try --limit 1
try --limit 0
try --max-insts 37
try --max-insts 38
try --kinds breakpoint,breakpoint
try --kinds ,
try --kinds external-halt,
try --kinds context-restore
try --kinds ilegal-opcode
try --single --no-salt --together
try --shard 1/2
try --shard 3/2
try --sip-at 0x80010
try --sip-at 0x80008
try --sip-at 0xffffff00
try --sip-at 0xfffffff0
try --threads 2 --jobs 2
# The bar on a terminal; it goes when the report comes.
bar() { script -qec "'$EULAB' siptest $*" /dev/null </dev/null 2>&1 | tr '\r' '\n'; }
bar --launch samples/divergence.json --sip samples/sip_dispatch.asm --every 5 --kinds software
bar --launch samples/divergence.json --sip samples/sip_dispatch.asm --every 5 --kinds software --mutate | sed -n '2,5p;$p'
echo '== kinds of the launch file'
said() { # KINDS OPTIONS...: what is injected
	echo "{\"kinds\": $1, \"kernel\": \"$PWD/samples/divergence.asm\", \"sip\": \"$PWD/samples/sip_tiny.asm\"}" >"$T/kinds.json"
	"$EULAB" siptest --launch "$T/kinds.json" --every 19 --single "${@:2}" 2>&1 | sed -n "s|$T/||g; s/.* boundaries (\([^;)]*\).*/\1/p; /^kinds/p"
}
said '["software", "breakpoint"]'
said '["software", "breakpoint"]' --kinds external-halt
said '["software"]' --sip samples/sip_dispatch.asm
for bad in '[]' '"software"' '["software", 1]' '["softwar"]' '["context-restore"]'; do said "$bad"; done
