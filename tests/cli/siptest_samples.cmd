# Every good routine of the samples on every launch of theirs (make test-mutation: at more boundaries); those that one
# cannot serve have a reason.
tests/proof.sh "$EULAB" 6 --single
echo "status $?"
# A launch file as --sip: what its routine does is known. Without it an opcode that the routine emulates is one more that
# is none, and the report says which it was.
"$EULAB" siptest --launch samples/matmul.json --sip samples/sip_emulate.json --every 203 --kinds illegal-opcode | head -n 1
"$EULAB" siptest --launch samples/matmul.json --sip samples/sip_emulate.asm --every 203 --kinds illegal-opcode 2>&1 |
	grep -e 'divergence at' -e 'in its place'
# A pixel thread that another one waits for stays in its slot: no preemption is tried on it.
"$EULAB" siptest --launch samples/triangle.json --sip samples/sip_preempt.json --kinds context-save,external-halt --every 50 | head -n 1
# What is wrong with such a file.
echo '{"kernel": "x.asm"}' >"$T/none.json"
echo '{"sip": "x.asm", "imag": {}}' >"$T/bad.json"
for bad in none.json bad.json missing.json; do
	"$EULAB" siptest --launch samples/matmul.json --sip "$T/$bad" 2>&1 | sed "s#$T/##"
done
"$EULAB" run --launch samples/softexc.json --sip samples/sip_tiny.json --enable software --dump r10 | head -n 1
"$EULAB" siptest --launch samples/matmul.json --boundaries 0 --sip samples/sip_tiny.asm
"$EULAB" siptest --launch samples/matmul.json --boundaries 9 --every 3 --sip samples/sip_tiny.asm
