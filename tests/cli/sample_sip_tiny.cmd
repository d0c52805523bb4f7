"$EULAB" run --launch samples/sip_tiny.json
