# A rectangle of 32x16 bytes; what is printed: each different row, and how often it follows itself.
"$EULAB" run --launch samples/media_fill.json --dump-mem 0x100000,4096="$T/fill.bin" || exit
od -An -v -tx1 -w64 "$T/fill.bin" | tr -d ' ' | uniq -c | sed 's/^ *//'
