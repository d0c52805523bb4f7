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
echo '== what is pending: what the host asks for; no exception that has had its trap, whose bit of TRAPSTS stays'
printf 'v_mov_b32 v1, 0\ns_setreg_imm32_b32 hwreg(HW_REG_MODE, 12, 9), 4\nv_rcp_f32 v2, v1\nv_mov_b32 v3, 1\nv_mov_b32 v4, 1\ns_endpgm\n' >"$T/divides.s"
"$EULAB" shell --gen gfx803 "$T/divides.s" --sip samples/gcn/debug.s -c 'catch exception; continue; exceptions; finish; exceptions; raise debug; raise trap; exceptions' 2>&1
