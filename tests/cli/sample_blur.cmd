# A picture in, X tiled; a picture out, Y tiled: as PNG, as PPM (one row is shown), and as the bytes.
cp samples/blur.* "$T" && cd "$T" || exit
"$EULAB" run --lint --launch blur.json && od -An -c -N 8 blur.png
for out in out.ppm out.raw; do
	sed "s/blur.png/$out/" blur.json >b.json && "$EULAB" run --launch b.json && wc -c $out
done
od -An -v -tu1 -w24 -j $((13 + 24 * 192)) -N 192 out.ppm
head -c 300 blur.png >cut.png
printf 'mov (8) r112.0<1>:ud r0.0<8;8,1>:ud\nsend (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n' >end.asm
try() { # WIDTH IN OUT: only the files
	echo "{\"kernel\": \"end.asm\", \"surfaces\": [{\"bti\": 1, \"format\": \"R8_UNORM\", \"width\": $1, \"height\": 48,
		\"address\": \"0x1000\", \"in\": \"$2\", \"out\": \"$3\"}]}" >t.json
	"$EULAB" run --launch t.json
	echo "status $?"
}
try 64 blur.png gray.pgm && head -c 13 gray.pgm
try 65 blur.png gray.pgm
try 64 cut.png gray.pgm
try 64 end.asm gray.pgm
try 64 blur.json gray.ppm
try 64 none.png gray.pgm
try 64 blur.png none/gray.png
