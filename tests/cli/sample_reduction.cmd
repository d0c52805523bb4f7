# The sum in memory, and what awk adds up of the same bytes.
"$EULAB" run --lint=stop --launch samples/reduction.json --dump-mem 0x110000,4="$T/sum.bin" || exit
sum=$(od -An -v -tu4 "$T/sum.bin")
want=$(od -An -v -tu4 -w4 -N512 samples/reduction.asm | awk '{ s += $1 } END { printf "%.0f", s % 4294967296 }')
[ $((sum)) -eq "$want" ] && echo the sum is right
# Without the wait a thread adds what another has not written; with one thread missing the others wait for it.
sed 's/^ *wait n0.0.*//' samples/reduction.asm >"$T/reduction.asm"
sed 's/"in": "reduction.asm"/"in": "in"/' samples/reduction.json >"$T/reduction.json" && cp samples/reduction.asm "$T/in"
"$EULAB" run --launch "$T/reduction.json" --dump-mem 0x110000,4="$T/wrong.bin" || exit
cmp -s "$T/sum.bin" "$T/wrong.bin" || echo without the wait it is wrong
sed '/^start:/a cmp.z.f0.0 (1) null<1>:ud r0.5<0;1,0>:ud 7:ud\n(f0.0) jmpi (1) done' samples/reduction.asm >"$T/reduction.asm"
"$EULAB" run --launch "$T/reduction.json"
echo "status $?"
"$EULAB" check samples/reduction.asm && "$EULAB" check samples/histogram.asm && echo no rule is broken
