# Routines that do something for the application: an opcode more, a profile, a debugger's target side.
"$EULAB" run --launch samples/sip_emulate.json && "$EULAB" siptest --launch samples/sip_emulate.json
"$EULAB" run --launch samples/sip_profile.json --dump-mem 0x800000,12 && "$EULAB" siptest --launch samples/sip_profile.json
"$EULAB" siptest --launch samples/sip_debug.json
"$EULAB" siptest --launch samples/wide.json --sip samples/sip_debug.asm
for sip in sip_emulate sip_profile; do "$EULAB" siptest --launch samples/divergence.json --sip samples/$sip.asm; done
# Nobody answers the attention.
"$EULAB" run --launch samples/sip_debug.json
