# --set with types of 64 bits and of floats, decimal and hexadecimal, and their ends; one past them is refused.
printf 'mov (1) r10.0<1>:ud 0:ud\n' >"$T/k.asm"
for value in 0x123456789abcdef0 18446744073709551615 0xffffffffffffffff 0x10000000000000000; do
	"$EULAB" run --gen 8 --set "r4.1:uq=$value" --dump r4 "$T/k.asm" 2>&1 | grep -v '^eulab: .*ended'
done
for value in -9223372036854775808 -0x8000000000000000 -1 -9223372036854775809; do
	"$EULAB" run --gen 8 --set "r4.0:q=$value,7" --dump r4 "$T/k.asm" 2>&1 | grep -v '^eulab: .*ended'
done
"$EULAB" run --set 'r4.0:w=-32768,65535,-32769' "$T/k.asm"
# hexadecimal text is the bits of a float, as in assembly; a value is rounded once
for value in f=0x3f800000,0x7f800001,0x1p-149,-0.0,inf,-nan f=1.000000178813934326171874999999 f=3.4028235677e38 f=3.4028235678e38 f=0x100000000 f=-0x1 \
	hf=0x7e01,1.00048828125,1.0004882812500001,65519.9,6e-8,inf hf=65520 hf=0x10000 df=0x7ff0000000000001,1e308 df=1e309; do
	"$EULAB" run --gen 8 --set "r4.0:$value" --dump r4 "$T/k.asm" 2>&1 | grep -v '^eulab: .*ended'
done
printf '{"gen": 8, "kernel": "k.asm", "set": {"r4.0:f": ["0x3f800000", 1]}, "dump": "r4"}' >"$T/l.json"
"$EULAB" run --launch "$T/l.json" 2>&1 | grep -v '^eulab: .*ended'
