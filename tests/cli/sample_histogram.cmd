# Each counter, and what awk counts of the same bytes.
"$EULAB" run --lint=stop --launch samples/histogram.json --dump-mem 0x110000,1024="$T/counts.bin" || exit
od -An -v -tu4 -w4 "$T/counts.bin" | awk '{ print $1 }' >"$T/counts"
od -An -v -tu1 -w1 -N2048 samples/histogram.asm |
	awk '{ n[$1 + 0]++ } END { for (i = 0; i < 256; i++) print n[i] + 0 }' >"$T/want"
cmp "$T/counts" "$T/want" && echo every count is right
