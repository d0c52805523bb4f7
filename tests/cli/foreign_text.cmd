# What editors of other systems write: byte order mark, CRLF, tabs; the same code each time.
printf '\357\273\277{"kernel": "k.asm", "dispatch": {"kind": "raw"},\r\n "dump": ["r1"]}\r\n' >"$T/l.json"
printf '\357\273\277\tmov\t(1)\tr1:d\t7:d {NoMask}\r\n.include "eot.inc"\r\n' >"$T/k.asm"
printf '\357\273\277.define TS 0x27\r\n\tsend (8) null:ud r112:ud TS 0x02000010 {EOT}\r\n' >"$T/eot.inc"
"$EULAB" run --launch "$T/l.json"
# Labels that are words of the assembler.
printf 'add: jmpi eot\nmov: if (8) sel sel\nsel: endif (8) eot\neot: nop\n' >"$T/words.asm"
"$EULAB" as "$T/words.asm" -o "$T/words.bin" && "$EULAB" dis "$T/words.bin" | "$EULAB" as /dev/stdin -o "$T/again.bin"
cmp "$T/words.bin" "$T/again.bin"
