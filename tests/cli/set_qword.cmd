# --set with types of 64 bits, decimal and hexadecimal, and their ends; one past them is refused.
printf 'mov (1) r10.0<1>:ud 0:ud\n' >"$T/k.asm"
for value in 0x123456789abcdef0 18446744073709551615 0xffffffffffffffff 0x10000000000000000; do
	"$EULAB" run --gen 8 --set "r4.1:uq=$value" --dump r4 "$T/k.asm" 2>&1 | grep -v '^eulab: .*ended'
done
for value in -9223372036854775808 -0x8000000000000000 -1 -9223372036854775809; do
	"$EULAB" run --gen 8 --set "r4.0:q=$value,7" --dump r4 "$T/k.asm" 2>&1 | grep -v '^eulab: .*ended'
done
"$EULAB" run --set 'r4.0:w=-32768,65535,-32769' "$T/k.asm"
