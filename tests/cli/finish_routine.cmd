# finish in a System Routine goes on to the kernel, however far that is; in a call of the routine, to its caller.
sh() { local a=() c; for c; do a+=(-c "$c"); done; "$EULAB" shell --launch samples/illegal.json "${a[@]}"; echo "status $?"; }
sh 'step 3' finish finish
sh 'break sip_dispatch' run finish
sh 'break sip_dispatch' run 'step 6' finish next
cat >"$T/k.asm" <<'S'
        mov (1)  r14.0<1>:ud  0:ud                                    {NoMask}
        illegal
        mov (8)  r20.0<1>:ud  7:ud
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010        {EOT}
S
"$EULAB" shell --sip tests/gdb/frames_sip.asm --enable illegal-opcode --dmask 0xff "$T/k.asm" \
	-c 'break advance' -c run -c finish -c finish -c finish 2>&1 | sed "s|$T/||"
