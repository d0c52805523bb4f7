# The number of visits after which a loop becomes native code.
"$EULAB" run --engine jit=0 samples/divergence.asm
echo "status $?"
"$EULAB" run --engine jit=much samples/divergence.asm
echo "status $?"
