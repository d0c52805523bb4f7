# Files and lines that are one byte too large: each is refused at once, with its size. (They have holes: no disk holds them.)
cd "$T" || exit
big() { truncate -s "$1" "$2"; }
printf 'nop\nsend (8) null<1>:ud r112.0<8;8,1>:ud 0x27 0x02000010 {EOT}\n' >k.asm
big 268435457 raw.bin # 256 MiB and one byte
"$EULAB" run --load 0x1000=raw.bin k.asm
echo "status $?"
big 67108865 l.json # 64 MiB and one
"$EULAB" run --launch l.json
echo "status $?"
"$EULAB" run --sip l.json k.asm
echo "status $?"
big 67108865 kernels
printf '{"kernel": "kernels", "dispatch": {"kind": "opencl", "global": [8]}}' >o.json
"$EULAB" run --launch o.json
echo "status $?"
big 268435457 big.png
big 17 raw17.bin
for in in big.png raw17.bin; do
	printf '{"kernel": "k.asm", "surfaces": [{"bti": 0, "width": 16, "address": 4096, "in": "%s"}]}' $in >s.json
	"$EULAB" run --launch s.json
	echo "status $?"
done
truncate -s 16 raw17.bin && "$EULAB" run --launch s.json && echo "16 bytes are not too many"
printf 'kernel void k(global int *out) { out[get_global_id(0)] = 1; }\n' >k.cl
IGC_EnableZEBinary=1 ocloc compile -q -file k.cl -device skl -output_no_suffix -output k >log 2>&1 || cat log
big 1073741825 buffer # 1 GiB and one
printf '{"kernel": "k", "dispatch": {"kind": "opencl", "global": [8], "args": [{"buffer": "buffer"}]}}' >b.json
"$EULAB" run --launch b.json
echo "status $?"
printf '{"kernel": "k", "dispatch": {"kind": "opencl", "global": [8], "args": [{"buffer": {"size": 32}, "expect": "buffer"}]}}' >b.json
"$EULAB" run --launch b.json
echo "status $?"
echo '== a line of exec'
for n in 33554432 33554433; do head -c $n /dev/zero | tr '\0' x | "$EULAB" exec; done
echo '== events of a request'
LOOP='"asm":"illegal\nillegal","enable":["illegal-opcode"],"sip":{"asm":"and (1) cr0.1:ud cr0.1:ud 0x00ffffff:ud {NoMask, Switch}\nand (1) cr0.0:ud cr0.0:ud 0x7fffffff:ud {NoMask, Switch}\nnop"}'
for max in 2000 1000000; do
	echo "{$LOOP,\"max\":$max}" | "$EULAB" exec >answer
	grep -o '"kind"' answer | wc -l
	cut -c1-60 answer && tail -c 40 answer
done
echo '== names'
name=$(printf 'n%.0s' $(seq 48))
"$EULAB" new kernel "$name" >log; echo "status $?"
"$EULAB" new kernel "${name}n"; echo "status $?"
echo '== lines of the shell'
line=$(printf ' %.0s' $(seq 503))
printf '%s\n' "print 1$line" "print 12$line" "print 123$line" "print 1234$line" | "$EULAB" shell k.asm
{ printf 'display %d\n' $(seq 17); echo display; } | "$EULAB" shell k.asm
for n in 1 15 16 17; do
	for i in $(seq $n); do echo "source s$((i + 1))" >s$i; done
	echo 'print 42' >s$((n + 1))
	"$EULAB" shell k.asm -c 'source s1' 2>&1 | tail -n 1
done
