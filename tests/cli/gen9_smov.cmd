# smov writes the channels in src1, and a kernel may write n0: the engines side by side.
cat >"$T/smov.asm" <<'EOF'
        mov (8)  a0.0<1>:uw    0x140:uw {NoMask}
        add (1)  a0.5<1>:uw    a0.5<0;1,0>:uw 0x40:uw {NoMask}
        mov (8)  r2.0<1>:uw    0x76543210:v
        mov (8)  r4.0<1>:df    r2.0<8;8,1>:uw
        smov (8) r[a0.2]<1>:df r4.2<0;1,0>:df 0x4:uw
        smov (8) r[a0.5]<1>:df r5.1<0;1,0>:df 0x20:uw
        smov (8) r[a0.3]<1>:df r5.3<0;1,0>:df 0x108:uw
        mov (1)  n0.0<1>:ud    3:ud {NoMask}
        mov (1)  n0.1<1>:ud    0xff:ud {NoMask}
        mov (2)  r6.0<1>:ud    n0.0<2;2,1>:ud {NoMask}
        mov (8)  r127.0<1>:ud  r0.0<8;8,1>:ud {NoMask}
        send (8) null<1>:ud    r127 0x27 0x2000010 {EOT}
EOF
"$EULAB" run --gen 9 --engine both --dump r10:df,r11:df,r12:df,r13:df,r6:ud "$T/smov.asm"
