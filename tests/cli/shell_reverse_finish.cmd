# reverse-finish: to before a call, out of calls within calls, to before a visit to the System Routine.
"$EULAB" shell --launch samples/calls.json <<'LINES'
break inner
continue
stepi
reverse-finish
backtrace
reverse-finish
when
reverse-finish
LINES
echo "status $?"
"$EULAB" shell --launch samples/calls.json -c 'until inner; break outer; rf; rf'
"$EULAB" shell --launch samples/illegal.json --sip samples/sip_emulate.asm <<'LINES'
until sip_emulate
stepi 4
reverse-finish
when
stepi
rf
next
LINES
"$EULAB" shell samples/gcn/collatz.hsaco --launch samples/gcn/collatz.json -c 'stepi 3; reverse-finish'
"$EULAB" shell --launch samples/calls.json --history 0 -c 'until inner; rf'
"$EULAB" shell --launch samples/calls.json -c 'rf 2; rf'
echo "status $?"
