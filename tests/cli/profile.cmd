# what is executed, with the calls it is in, and the routine's part
"$EULAB" run --launch samples/calls.json --profile
"$EULAB" run --launch samples/calls.json --profile=folded
"$EULAB" run --launch samples/divergence.json --profile | sed -n 1,12p
"$EULAB" run --launch samples/illegal.json --profile=folded
"$EULAB" run --launch samples/calls.json --profile=json | tail -2
"$EULAB" run --launch samples/calls.json --profile=tree; echo "status $?"
"$EULAB" run --launch samples/divergence.json --profile=json 2>/dev/null | grep -v "^{\"addr\""
"$EULAB" run --launch samples/divergence.json --profile=folded 2>/dev/null
"$EULAB" run --launch samples/divergence.json --profile=json --dump-json 2>/dev/null | tail -1
