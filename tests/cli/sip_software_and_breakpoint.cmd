# Several events: each enters the routine once, and the kernel goes on.
cat >"$T/k.asm" <<'END'
        mov (8)  r10.0<1>:d   0:d
        or (1)   cr0.1<1>:ud  cr0.1<0;1,0>:ud 0x20000000:ud {NoMask, Switch}
        add (8)  r10.0<1>:d   r10.0<8;8,1>:d  1:d {Breakpoint}
        illegal
        add (8)  r10.0<1>:d   r10.0<8;8,1>:d  1:d {Breakpoint}
        mov (8)  r112.0<1>:ud r0.0<8;8,1>:ud  {NoMask}
        send (8) null<1>:ud   r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}
END
"$EULAB" run --dmask 0xff --sip samples/sip_dispatch.asm --enable illegal-opcode,software,breakpoint --dump r10,cr0 \
	--trace=exc "$T/k.asm"
