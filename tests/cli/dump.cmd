# registers as bytes, as numbers of a type, and a range of them; the numbers are what --set takes
run() { "$EULAB" run --input asm --dmask 0xff --dump "$@" "$T/k.asm"; }
printf 'mov (1) r7.0<1>:ud 0:ud\nsend (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x82000010 {EOT}\n' >"$T/k.asm"
run r4:f --set r4.0:f=1,-0.5,1e30
run r4.1:f,r4.2:b,r4:8 --set r4.1:f=1
run r4-r6:d,f0-f1 --set r5.7:d=-1
run r4-r6 --dump-json
run r4:f,r5:df --dump-json --set r4.0:ud=0x7f800000,0x7fc00000,0xff800000,5 --set r5.1:df=0.1
for bad in r6-r4 r4-a0 r4:zz r4.8:f r4- - r120-r128 a0-acc0 r4-r6:zz; do run "$bad"; done
echo "$("$EULAB" shell --launch samples/divergence.json -c 'dump r2-r3:w')"
