"$EULAB" run --launch samples/breakpoint.json
