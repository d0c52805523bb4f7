# What cannot be written is an error of every command: one line, status 1.
try() { "$EULAB" "$@" >/dev/full; echo "$1: status $?"; }
try help
try run --help
try --version
try run --launch samples/divergence.json
try as samples/divergence.asm
try dis samples/divergence.asm
try info opcodes
try siptest --launch samples/sip_broken_sticky.json
echo '{"asm":"nop"}' | try exec
try as samples/divergence.asm --output /dev/full
# A reader that has seen enough is none.
head -c 400000 /dev/zero >"$T/long.bin"
"$EULAB" dis "$T/long.bin" | head -1
