# AMD GCN in the shell: steps, lanes, masks, breakpoints with conditions over lanes, back in time, traps, windows, help.
run() { "$EULAB" shell --launch samples/gcn/barriers.json -c "$1" 2>&1; }
run 'thread; step 3; thread; info spaces; registers exec vcc v1'
run 'break 0x10 if any v0 == 6; continue; print v0; print /x exec; back; print pc'
run 'break 0x1c; continue; lanes v3' | sed -n '1,12p'
run 'step 4; masks 0' | head -n 6
run 'raise context-save 0; catch context-save; continue; info exceptions 0; step 2; print ttmp2; back 3; when'
run 'raise frob'
run 'print v99'
run 'help v_add_f32; x/2xw 0xffff100000000000; set v5 = 7; print v5'
run 'continue; x/4xw 0x100000; run; when'
echo '== labels: of a text, of its handler, functions of a code object'
"$EULAB" shell --launch samples/gcn/barriers.json -c 'break again; break save+4; continue; print again; break nowhere' 2>&1
"$EULAB" shell --launch samples/gcn/collatz.json -c 'break collatz+0x10; continue' 2>&1
