# reverse-next: over calls and calls within them, to a breakpoint inside of one, over a visit to the System Routine.
"$EULAB" shell --launch samples/calls.json <<'LINES'
break 12
continue
reverse-next
when
next
rn 2
delete all
tbreak inner
next
continue
break 17
goto 8
rn
rn 2
rn
rn
reverse-nexti 2
rn
rn 0
goto 8
break 19
rn
rn
rn
condition 4 if any 0
goto 8
rn
rn
LINES
echo "status $?"
"$EULAB" shell --launch samples/illegal.json --sip samples/sip_emulate.asm <<'LINES'
until 0x30
rn 3
back
LINES
"$EULAB" shell samples/divergence.asm --history 0 -c rn
echo "status $?"
