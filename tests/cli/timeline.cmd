# Traces that other tools open: threads over time as trace events, a flame graph.
"$EULAB" run --launch samples/sip_dispatch.json --timeline "$T/time.json"
cat "$T/time.json"
"$EULAB" run --launch samples/reduction.json --timeline "$T/time.json" >/dev/null
grep -c '"name":"wait","ph":"X"' "$T/time.json"
"$EULAB" run --launch samples/calls.json --profile=svg
"$EULAB" run --launch samples/calls.json --timeline "$T/none/time.json"
"$EULAB" run --launch samples/calls.json --profile=png
