# Native code is the module's, which is not where this copy of the program looks.
cp "$EULAB" "$T/eulab"
"$T/eulab" run --engine jit samples/divergence.asm
echo "status $?"
"$EULAB" run --engine jit=0 samples/divergence.asm
echo "status $?"
"$EULAB" run --engine jit=much samples/divergence.asm
echo "status $?"
