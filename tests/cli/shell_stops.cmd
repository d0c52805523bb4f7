# Breakpoints and watchpoints of the shell: set, met, listed, taken away; forth and back.
"$EULAB" shell --launch samples/histogram.json <<'LINES'
watch 0x110080
watch
run
when
continue
rc
watch off
watch
watch 0x110080 0
watch nowhere
watch 0x110080 8 never
watch 0xfffffffe 8
LINES
echo "status $?"
"$EULAB" shell --launch samples/divergence.json -c 'b even; b high if any r5:d > 2; run; c; c; back; b; d all; c'
