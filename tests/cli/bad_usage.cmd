# Status 2, and one line.
try() { "$EULAB" "$@"; echo "status $?"; }
try run --no-such-option samples/divergence.asm
try run --dmask
try run --dmask zebra samples/divergence.asm
try run --enable everything samples/divergence.asm
try run a.asm b.asm
try run
try rnu
try as
try info nothing
true
