"$EULAB" run --launch samples/illegal.json
