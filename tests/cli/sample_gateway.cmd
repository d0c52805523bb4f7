# Eight squares; without the producer's wait some are overwritten before they are read.
"$EULAB" run --lint=stop --launch samples/gateway.json --dump-mem 0x100000,32="$T/squares.bin" || exit
od -An -v -tu4 -w32 "$T/squares.bin" | awk '{ $1 = $1; print }'
sed '/^give:/,$s/^ *wait n0.0.*//' samples/gateway.asm >"$T/gateway.asm" && cp samples/gateway.json "$T"
"$EULAB" run --launch "$T/gateway.json" --dump-mem 0x100000,32="$T/lost.bin"
cmp -s "$T/squares.bin" "$T/lost.bin" || echo without the wait squares are lost
"$EULAB" check samples/gateway.asm && echo no rule is broken
