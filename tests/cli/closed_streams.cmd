# A standard stream that is closed: what reads or writes it says so, and no file takes its place.
cd "$T" || exit
printf 'mov (8) r4.0<1>:ud 7:ud\nsend (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}\n' >k.asm
"$EULAB" gpu --replay - <&-
echo "status $?"
"$EULAB" run k.asm --dump r4 --dump-mem 0,4=out >&-
echo "status $?, $(wc -c <out) bytes"
"$EULAB" run k.asm --dump-mem 0,4=out 2>&-
echo "status $?, $(wc -c <out) bytes"
