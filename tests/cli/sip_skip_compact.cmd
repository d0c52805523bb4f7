# sip_dispatch skips 8 bytes of a compact illegal instruction, wherever in its oword that lies, and leaves r1 as it was.
cat >"$T/k.asm" <<'END'
        mov (8)  r1.0<1>:d    7:d
        mov (8)  r10.0<1>:d   40:d
        .dword 0x20000000, 0
        add (8)  r10.0<1>:d   r10.0<8;8,1>:d  1:d
        .dword 0x20000000, 0
        add (8)  r10.0<1>:d   r10.0<8;8,1>:d  1:d
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
END
"$EULAB" run --dmask 0xff --sip samples/sip_dispatch.asm --enable illegal-opcode --dump r0,r1,r10 "$T/k.asm"
