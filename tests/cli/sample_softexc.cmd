"$EULAB" run --launch samples/softexc.json
