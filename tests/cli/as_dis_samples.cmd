# What the disassembler prints of every sample assembles to the same bytes.
for f in samples/*.asm; do
	"$EULAB" as -o "$T/a.bin" "$f" && "$EULAB" dis "$T/a.bin" >"$T/a.asm" && "$EULAB" as -o "$T/b.bin" "$T/a.asm" &&
		cmp "$T/a.bin" "$T/b.bin" && echo "$f: $(wc -c <"$T/a.bin") bytes"
done
