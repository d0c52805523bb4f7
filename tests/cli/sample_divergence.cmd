"$EULAB" run --launch samples/divergence.json
