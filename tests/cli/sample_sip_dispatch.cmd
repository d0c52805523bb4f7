"$EULAB" run --launch samples/sip_dispatch.json
