"$EULAB" run --launch samples/calls.json
