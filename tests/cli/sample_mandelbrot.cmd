"$EULAB" run --launch samples/mandelbrot.json --dump-mem 0x100000,2048="$T/mandel.txt" && fold -w 64 "$T/mandel.txt"
