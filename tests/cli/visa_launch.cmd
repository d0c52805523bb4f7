# vISA: a launch file and its options, at fault and at their limits; inputs, surfaces, loads, dumps; functions in files beside.
cd "$T" || exit
cat >k.visaasm <<'V'
.version 4.1
.kernel "k"
.decl A v_type=G type=d num_elts=4 align=GRF
.decl F v_type=G type=f num_elts=2 align=GRF
.decl D v_type=G type=df num_elts=1 align=GRF
.decl P1 v_type=P num_elts=8
.decl A0 v_type=A num_elts=1
.decl T6 v_type=T num_elts=1
.input A offset=32 size=16
.input T6 offset=48 size=4
.kernel_attr SimdSize=8
.function "k_0"
movs (1) T6(0) 0x7:ud
setp (8) P1 0xa5:ub
addr_add (1) A0(0)<1> &A[4] 0:uw
scatter_scaled.4 (M1, 4) T6 0:ud A.0 A.0
ret (1)
V
launch() { printf '{"visa": "k.visaasm"%s}' "$1" >l.json; shift; "$EULAB" run --launch l.json "$@" 2>&1 | tr -d '\0'; echo "status ${PIPESTATUS[0]}"; }
echo '== at fault'
launch ', "kernel": "other"'
launch ', "gen": "7"'
launch ', "gen": 7'
launch ', "gen": 9, "dispatch": {"simd": 33}'
launch ', "gem": 9'
launch ', "dispatch": {"kind": "gpgpu"}'
launch ', "dispatch": {"simd": 16}'
launch ', "dispatch": {"simd": 33}'
launch ', "dispatch": {"threads": 1025}'
launch ', "dump": ",A"'
launch ', "dump": "A,B"'
launch ', "dump_mem": "0x1000"'
launch ', "dump_mem": "0x1000,x"'
launch ', "surfaces": [{"bti": 7, "address": 4096}]'
launch ', "surfaces": [{"bti": 254, "width": 64, "address": 4096}]'
launch ', "surfaces": [{"bti": 7, "width": 64, "address": 4096, "format": "R8_UNORM"}]'
launch ', "surfaces": [{"bti": 7, "width": 1, "address": 4096, "in": "k.visaasm"}]'
launch ', "surfaces": [{"bti": 7, "width": 64, "address": 4096, "in": "none"}]'
launch ', "load": {"here": "k.visaasm"}'
launch ', "load": {"4096": "none"}'
launch ', "load": {"4096": 7}'
launch ', "inputs": 7'
launch ', "inputs": {"B": [1]}'
launch ', "inputs": {"A:x": [1]}'
launch ', "inputs": {"A": [1, 2, 3, 4, 5]}'
launch ', "inputs": {"A": "0102030405060708090a0b0c0d0e0f1011"}'
launch ', "inputs": {"A": "x"}'
launch ', "inputs": {"A": [true]}'
launch ', "inputs": {"A": 7}'
memory=', "surfaces": [{"bti": 7, "width": 64, "address": 4096'
echo '== options'
for o in '--lint=no' '--max-insts x' '--threads 0' '--threads 1025' '--dmask x' '--dump ,' '--dump-mem x' '--sip x' '--engine fast'; do
	launch '' $o
done
"$EULAB" run; echo "status $?"
"$EULAB" serve k.visaasm --gdb-threads all; echo "status $?"
"$EULAB" shell k.visaasm --history x -c quit; echo "status $?"
echo '== at their limits'
launch "$memory"', "fill": 255}], "inputs": {"A": [4, "0x8", -1, 12]}, "dump": "A,P1,T6", "dump_mem": "4095,9"' --lint
launch "$memory"'}], "inputs": {"A:w": [4, 1, 2, 3, 4, 5, 6, 7], "F": [1, 2.5], "D": [1.5]}, "dispatch": {"kind": "raw", "simd": 8, "threads": 2}' --dump A,F,D --dump-json
launch "$memory"'}], "inputs": {"A": "0400000008000000", "F": ["0x3f800000"], "D": [2]}' --threads 2 --dump A,F,D
launch "$memory"', "out": "out.bin"}], "inputs": {"A": [0, 4, 8, 12]}' --dmask 5 --dump-json
od -An -tx4 -w16 out.bin
launch "$memory"', "in": "out.bin"}], "inputs": {"A": [4, 4, 4, 4]}, "dump_mem": "4096,16=mem.bin"' --dmask 0
od -An -tx4 -w16 mem.bin
launch ', "load": {"0x2000": "mem.bin"}' --dump-mem 0x2000,17 --dump-mem 0x2ffc,4
launch "$memory"', "out": "none/out.bin"}]'
launch '' --lint=stop
launch '' --max-insts 3
echo '== functions'
sed 's/^ret .*/fcall (8) f 0 0\nfcall (8) g 0 0\nret (1)/' k.visaasm >c.visaasm
routine() { printf '.version 4.1\n.global_function "%s"\n.decl A v_type=G type=d num_elts=8 align=GRF\n.function "%s_0"\n%s\nfret (8)\n' "$1" "$1" "$2"; }
routine f 'mov (8) %retval(0,0)<1> 5:d' >c_f0.visaasm
call() { "$EULAB" run c.visaasm --dump %retval 2>&1 | cut -c1-100; }
call
routine g 'add (8) %retval(0,0)<1> %retval(0,0)<1;1,0> 2:d' >c_f1.visaasm
call
routine g 'move (8) A A' >c_f1.visaasm
call
routine g 'faddr h A(0,0)<1>' >c_f1.visaasm
call
echo '== files'
"$EULAB" as --format hex k.visaasm | sed -n '1p;$p'
"$EULAB" as --format hex k.visaasm -o k.hex && "$EULAB" as -o k.isa k.visaasm && od -An -v -tx1 k.isa | cut -c2- | cmp - k.hex
"$EULAB" as --format text k.visaasm; echo "status $?"
"$EULAB" as -o none/k.isa k.visaasm; echo "status $?"
"$EULAB" as none.visaasm; echo "status $?"
"$EULAB" as -o c.isa c_f0.visaasm && "$EULAB" dis c.isa | grep -v '^$'; "$EULAB" info kernels c.isa
"$EULAB" info kernels k.isa
"$EULAB" dis --json k.isa; echo "status $?"
sed -i 's/^ret .*/mov (8) A(0,9)<1> A\n&/' k.visaasm && "$EULAB" as -o k.isa k.visaasm && "$EULAB" check k.isa; echo "status $?"
"$EULAB" check k.isa k.isa; echo "status $?"
{ cat k.visaasm; yes 'x' | head -70; } >many.visaasm; "$EULAB" check many.visaasm 2>&1 | tail -3
"$EULAB" info visa | sed -n '1p;/^0x4e.3/p;/^$/,$p' | head -4
