# Status 2, and one line.
try() { "$EULAB" "$@"; echo "status $?"; }
try run --no-such-option samples/divergence.asm
try run --lanch samples/divergence.json
try run --trace-exc samples/divergence.asm
try run --dmask=x --en=all samples/divergence.asm
try serve --histry 0 samples/divergence.asm
try run -z samples/divergence.asm
try run --dmask
try run --dmask zebra samples/divergence.asm
try run --enable everything samples/divergence.asm
try run --enable software,ilegal-opcode samples/divergence.asm
try siptest --sip samples/sip_tiny.asm --kinds breakpiont samples/divergence.asm
try run --engine boht samples/divergence.asm
try run --engine both=jti samples/divergence.asm
try run --match opcde=mov samples/divergence.asm
try run --match opcode=moov samples/divergence.asm
try serve --engine refrence samples/divergence.asm
try run --quirk supress=sticky samples/divergence.asm
try run --quirk suppress=stikcy samples/divergence.asm
try run a.asm b.asm
try run
try rnu
try help shel
try help movv
try as
try info nothing
try siptest --sip samples/sip_tiny.asm --trap 3 samples/divergence.asm
try info regsters
try info vissa
try --launch samples/calls.json
true
