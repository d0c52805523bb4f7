# Gen8 and Gen9: text both ways, the syntax of iga64, and that the engines do not know them.
cat >"$T/k9.asm" <<'EOF'
        mov (4)  r2.0<1>:q    0x0123456789abcdef:q {NoMask}
        add (8)  r4.0<1>:hf   r6.0<8;8,1>:hf  1.0:hf
        cmp.l.f0.1 (8) null<1>:d r2.0<8;8,1>:d 5:d
        (f0.1) goto.b (8) out out
        mad (8)  r8.0<1>:f    r9.0<4>.xyzw:f r10.0<4>.xyzw:hf r11.0<0;1,0>:f
        madm (8) r10.mme2:f   r11.mme3:f r12.nomme:f r13.mme7:f
out:    join (8) end
        mov (8)  r1.0<1>:ud   r[a0.12, -300]<8;8,1>:ud
        mov (4)  r1.0<1>:ud   r[a0.12, -300]<8;8,1>:ud
        sendsc (8) null:ud r2 r3 0x4c 0x02026004
end:    send (8) null:ud r112:ud 0x27 0x02000010
EOF
"$EULAB" as --gen 9 -o "$T/k9.bin" "$T/k9.asm" && "$EULAB" dis --gen 9 --bytes "$T/k9.bin" | tee "$T/k9.dis"
"$EULAB" as --gen 9 -o "$T/again.bin" "$T/k9.dis" && cmp "$T/k9.bin" "$T/again.bin" && echo the same bytes
"$EULAB" dis --gen 9 --syntax iga "$T/k9.bin"
"$EULAB" dis --syntax iga "$T/k9.bin"
"$EULAB" dis --gen 9 --syntax gas "$T/k9.bin"
"$EULAB" as --gen 8 -o "$T/k8.bin" "$T/k9.asm"
"$EULAB" run --gen 9 "$T/k9.bin"
# bit 28 of a branch is .b, not AccWrEn
for branch in goto if else; do echo "x: $branch (8) x x {AccWrEn}" | "$EULAB" as --gen 9 -; done
# what only Align16 has, or RepCtrl of a double, has no text in IGA's syntax: it must assemble back
cat >"$T/align16.asm" <<'EOF'
        (f0.0.any4h) rndz (8) r2.0<1>:f r3.0<4>.xyzw:f {Align16}
        (f0.0.y) rndz (8) r2.0<1>:f r3.0<4>.xyzw:f {Align16}
        (f0.0.w) mad (8) r2.0<1>:f r3.0<4>.xyzw:f r4.0<4>.xyzw:f r5.0<4>.xyzw:f
        (f0.0.x) if (8) out out {Align16}
        send (8) r4.0<1>:ud r10.0<4>.xyzw:ud 0xa 0x02416001 {Align16}
        send (8) r4.0<1>.xy:ud r10.0<4>.xyzw:ud 0xa 0x02416001 {Align16}
        mad (4) r2.0<1>:df r4.0<4>.xyzw:df r6.0<4>.xyzw:df r8.1<0>:df
        mad (4) r2.0<1>:df r4.0<4>.xyzw:df r6.0<4>.xyzw:df r8.0<4>.zwzw:df
out:    endif (8) end
end:    nop
EOF
"$EULAB" as --gen 9 -o "$T/align16.bin" "$T/align16.asm" && "$EULAB" dis --gen 9 --syntax iga "$T/align16.bin" | tee "$T/iga.asm"
"$EULAB" as --gen 9 -o "$T/iga.bin" "$T/iga.asm" && "$EULAB" dis --gen 9 "$T/iga.bin" | grep -e '(f' -e 'send.*xy:' -e :df
