# Surfaces whose numbers are in the launch file: what is there before, and what is expected behind the run.
cd "$T"
"$EULAB" new kernel vadd >new.txt
"$EULAB" run --launch vadd.json --gen 9 --dump-mem 0x100000,16:hf --dump-mem 0x120000,8:ud
sed 's/"gen": 7/"gen": 7.5/; s/7, 8, 9, 10/7, 8, 9.5, 10.5/' vadd.json >wrong.json
"$EULAB" run --launch wrong.json
echo "status $?"
cat >types.json <<'JSON'
{"gen": 9, "kernel": "vadd.asm", "entry": 144, "dispatch": {"kind": "raw"}, "surfaces": [
    {"bti": 0, "address": "0x100000", "width": 16, "data": {"hf": [1, -0.5, "inf", 65504]},
     "expect": {"uw": ["0x3c00", "0xb800", 31744, 31743, 0]}},
    {"bti": 1, "address": "0x110000", "width": 128, "height": 3, "tiling": "x", "format": "R8_UINT", "fill": 7,
     "data": {"uq": [1, "0xffffffffffffffff"]}, "expect": "want.bin"},
    {"bti": 2, "address": "0x100000", "width": 8}]}
JSON
printf '\1\0\0\0\0\0\0\0\377\377\377\377\377\377\377\377\7' >want.bin
"$EULAB" run --launch types.json
echo "status $?"
printf '\1\0\0\0\0\0\0\0\377\376' >want.bin
"$EULAB" run --launch types.json
echo "status $?"
echo '== one memory, two contents'
sed 's/0x110000", "width": 128, "height": 3, "tiling": "x"/0x100008", "width": 8, "height": 3/' types.json >over.json
"$EULAB" run --launch over.json
for what in 0,16:x 0,16:f=a 0,0:f; do "$EULAB" run --dump-mem $what vadd.asm; done
true
