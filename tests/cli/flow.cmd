# One source with blocks without labels, or one label for an else, for all generations; the wrong ones are named.
cd "$T"
cat >steps.asm <<'ASM'
        add (8)  r2.0<1>:d   r1.0<8;8,1>:d  1:d         // n
        mov (8)  r3.0<1>:d   0:d                        // steps of its Collatz sequence
        cmp.g.f0.0 (8) null<1>:d r2.0<8;8,1>:d 1:d {Switch}
        (f0.0) if (8)
LOOP:
        and.nz.f0.1 (8) null<1>:d r2.0<8;8,1>:d 1:d {Switch}
        (f0.1) if (8)
        mul (8)  r2.0<1>:d   r2.0<8;8,1>:d  3:w
        add (8)  r2.0<1>:d   r2.0<8;8,1>:d  1:d
        else (8)
        asr (8)  r2.0<1>:d   r2.0<8;8,1>:d  1:d
        endif (8)
        add (8)  r3.0<1>:d   r3.0<8;8,1>:d  1:d
        cmp.g.f0.0 (8) null<1>:d r2.0<8;8,1>:d 1:d {Switch}
        (f0.0) while (8) LOOP
        endif (8)
        mov (8) r112.0<1>:ud r0.0<8;8,1>:ud {NoMask}
        send (8) null r112 dereference resource=1 {EOT}
ASM
echo '{"kernel": "steps.asm", "dispatch": {"kind": "gpgpu", "grid": [1], "local": [8], "simd": 8}, "dump": "r3:d"}' >steps.json
for gen in 7 7.5 8 9; do "$EULAB" run --launch steps.json --lint --gen $gen --max-insts 10000; done
printf '(f0.0) if (8) IN DONE\nelse (8) DONE\nIN: nop\nDONE: endif (8)\n' >else.asm
for gen in 7 9; do "$EULAB" as --gen $gen --format hex else.asm; done
sed 's/IN DONE/OTHER DONE/; s/^else/OTHER: else/' else.asm >skips.asm
"$EULAB" as -o skips.bin skips.asm && "$EULAB" check skips.asm
sed 's/else (8) DONE/else (8) DONE DONE/' else.asm | "$EULAB" as -
sed '$d' else.asm | sed 's/ IN DONE//; s/else (8) DONE/else (8)/' | "$EULAB" as -
