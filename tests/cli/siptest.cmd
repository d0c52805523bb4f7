# siptest: passes, diverges, and says what is wrong with a routine or a command line.
"$EULAB" siptest --launch samples/divergence.json --sip samples/sip_dispatch.asm
echo "status $?"
"$EULAB" siptest --launch samples/divergence.json --sip samples/sip_dispatch.asm --every 5 --kinds software,breakpoint
echo "status $?"
"$EULAB" siptest --launch samples/divergence.json --sip samples/sip_dispatch.asm --random 7 --json
echo "status $?"
# A breakpoint is suppressed, but an illegal opcode is not stepped over.
"$EULAB" siptest --launch samples/divergence.json --sip samples/sip_tiny.asm --kinds breakpoint,illegal-opcode
echo "status $?"
"$EULAB" siptest --launch samples/divergence.json --sip samples/sip_tiny.asm --kinds illegal-opcode --json
echo "status $?"
for bad in '' '--sip-at 0x80008 --sip samples/sip_tiny.asm' '--sip-at 0xfffffff0 --sip samples/sip_tiny.asm' \
	'--sip samples/sip_tiny.asm --kinds stack-overflow --single' \
	'--sip samples/sip_tiny.asm --kinds x' '--sip samples/sip_tiny.asm --every 0' \
	'--sip samples/sip_tiny.asm --every 2 --random 1' '--sip samples/sip_tiny.asm --ignore 5' \
	'--sip samples/sip_tiny.asm --set cr0:4=00000040 --every 1000' \
	'--sip samples/sip_tiny.asm --limit 0' '--sip samples/sip_tiny.asm --max-insts 3'; do
	# shellcheck disable=SC2086 # several words
	"$EULAB" siptest --launch samples/divergence.json $bad
	echo "status $?"
done
