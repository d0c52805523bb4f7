# What each instruction changes, and what an exception does between two, on both engines; and where that is not to be had.
"$EULAB" run --dmask 0xf --trace=exec,regs samples/divergence.asm 2>&1 | head -7
"$EULAB" run --launch samples/illegal.json --trace regs,exc 2>&1 | sed -n '2,5p'
for e in reference both; do
	cmp <("$EULAB" run --engine $e --trace regs samples/calls.asm 2>&1) <("$EULAB" run --trace regs samples/calls.asm 2>&1) && echo "$e: the same"
done
"$EULAB" run --threads 2 --jobs 2 --max-insts 66 --trace regs samples/divergence.asm 2>&1 | tail -4
"$EULAB" run --trace=exec,reg samples/divergence.asm
echo "status $?"
"$EULAB" serve --trace regs samples/divergence.asm
echo "status $?"
"$EULAB" shell samples/divergence.asm -c 'trace regs'
