# Breakpoints and watchpoints of the shell's: set, met, listed, taken away; forth and back.
"$EULAB" shell --launch samples/histogram.json <<'LINES'
watch 0x110080
watch
run
when
continue
rc
delete 1
watch
watch 0x110080,0
watch nowhere
awatch 0x110080,8 99
rwatch 0xfffffffe,8
watch r10.1:f
continue
LINES
echo "status $?"
"$EULAB" shell --launch samples/divergence.json -c 'b even; b high if any r5:d > 2; run; c; c; back; b; d all; c'
# back from behind the end: a breakpoint under the last instruction is asked too
"$EULAB" shell --launch samples/divergence.json -c 'run; b 0x160 if any r5:d > 100; rc; run; b 0x160; rc'
