# Work items, vertices, pixels: the walk of samples/README.md; what the numbers are is tests/test_ui_samples.c's.
"$EULAB" run --eus 1 --lint=stop --launch samples/matmul.json --dump-mem 0x110000,4096="$T/one.bin" || exit
"$EULAB" run --lint=stop --launch samples/matmul.json --dump-mem 0x110000,4096="$T/c.bin" && cmp "$T/one.bin" "$T/c.bin"
"$EULAB" shell --eus 1 --launch samples/matmul.json -c 'info threads' | cut -d' ' -f1-3 | sed -n '7,10p;64p'
cp samples/matmul.* "$T" && awk '/wait n0.0/ && n++ { next } { print }' samples/matmul.asm >"$T/k.asm"
"$EULAB" run --launch "$T/matmul.json" --dump-mem 0x110000,4096="$T/wrong.bin" "$T/k.asm" || exit
cmp -s "$T/c.bin" "$T/wrong.bin" || echo without the second wait it is wrong
"$EULAB" shell --lint --launch samples/vertex.json -c 'info threads; continue; x/16xw 0xffff000300000080'
cp samples/triangle.* "$T" && "$EULAB" run --lint=stop --launch "$T/triangle.json" && od -An -c -N 8 "$T/triangle.png"
"$EULAB" shell --eus 32 --launch "$T/triangle.json" -c 'thread 80; registers r1 tdr0' | tail -2
"$EULAB" run --eus 2 --eu-threads 1 --dump sr0 --threads 3 samples/rotate.asm --max-insts 1 2>&1
"$EULAB" run --eus 33 samples/rotate.asm
"$EULAB" run --quantum 0 samples/rotate.asm
