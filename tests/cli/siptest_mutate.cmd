# Mutants of a routine through the proof: what survives, the same whoever tries it, and why nothing is tried.
"$EULAB" siptest --launch samples/sip_tiny.json --kinds breakpoint,software --mutate --every 9
"$EULAB" siptest --launch samples/sip_tiny.json --kinds breakpoint,software --mutate --every 9 --jobs 3 --json >"$T/json"
tr '{' '\n' <"$T/json" | sed -n '2p;$p'
"$EULAB" siptest --launch samples/sip_tiny.json --kinds illegal-opcode --mutate 2>&1 | head -n 1
# What the launch file says of the routine's work, and a routine that does not do it.
cp samples/sip_dispatch.asm "$T/dispatch.asm"
sed 's|0xbfffffff:ud|0x9fffffff:ud|' samples/sip_dispatch.asm >"$T/both.asm" # a halt takes the software exception with it
sed 's/r10.5<1>:ud   f1.0/r10.5<1>:ud   f0.0/' samples/sip_save.inc >"$T/sip_save.inc"
cp samples/sip_{load,serve,restore}.inc samples/sip_save_restore.asm "$T"
sed 's| 32:d  | 31:d  |' samples/sip_emulate.asm >"$T/emulate.asm"
launch() { # KERNEL ROUTINE KEY
	cp "samples/$1.asm" "$T"
	echo "{\"gen\": \"7\", \"kernel\": \"$1.asm\", \"sip\": \"$2\", \"enable\": [\"illegal-opcode\"], \"dispatch\": {\"kind\": \"raw\", \"simd\": 8}, $3}" >"$T/l.json"
	"$EULAB" siptest --launch "$T/l.json" --every 2 "${@:4}" 2>&1 | grep -v '^  0x\|^[a-z_]*:$\|^the \|^run on' | head -n 5
	echo "status ${PIPESTATUS[0]}"
}
services='"services": {"external-halt": "on_halt", "software": "on_software"}'
launch illegal dispatch.asm "$services"
launch illegal both.asm "$services" --no-salt --kinds external-halt,software
launch illegal dispatch.asm '"services": {"external-halt": "on_software", "software": "on_software"}' --single --kinds external-halt,software
launch illegal dispatch.asm '"services": {"external-halt": "on_halt", "software": "on_halt"}' --single --kinds external-halt,software
launch divergence sip_save_restore.asm '"image": {"slot": 16384, "saved": {"f1": "0x1014"}}' --single
effect='"effect": {"opcode": 15, "first": 8, "dst": "src0 << src1 | src0 >> 32 - src1"}'
launch rotate "$PWD/samples/sip_emulate.asm" "$effect"
launch rotate emulate.asm "$effect"
echo '== launch files'
for key in '"effect": {"opcode": 15, "dst": "src0 <> 2"}' '"effect": {"dst": "src0"}' '"services": {"halt": "x"}' \
	'"services": {"software": "nowhere"}' '"image": {"slot": 64}' '"image": {"slot": 64, "saved": {"q9": 0}}' '"image": {"slot": 64, "saved": {"r1": -1}}'; do
	launch illegal dispatch.asm "$key"
done
