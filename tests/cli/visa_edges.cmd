# vISA at its edges: files one byte too large, ranges of launch files, as many functions as can be linked, each rule of --lint once for an instruction, where a run ends, variables of each class and type.
cd "$T" || exit
head='.version 4.1\n.kernel "k"\n.decl A v_type=G type=d num_elts=4 align=GRF\n.decl Q v_type=G type=q num_elts=2 align=GRF\n.decl H v_type=G type=hf num_elts=2 align=GRF\n.decl U v_type=G type=ud num_elts=8 align=GRF\n.decl T6 v_type=T num_elts=1\n.kernel_attr SimdSize=8\n.function "k_0"\n'
kernel() { printf "$head$1\n"; }
kernel 'ret (1)' >k.visaasm
launch() { printf '{"visa": "k.visaasm"%s}' "$1" >l.json; shift; "$EULAB" run --launch l.json "$@" 2>&1; echo "status $?"; }
echo '== too large'
truncate -s 67108865 big.visaasm; "$EULAB" dis big.visaasm
truncate -s 268435457 big.bin; launch ', "load": {"4096": "big.bin"}'; rm big.*
echo '== ranges'
surface=', "surfaces": [{"bti": 0, "width": 64, "address": 4096'
launch ', "surfaces": [{"bti": 0, "width": 0, "address": 4096}]'
launch ', "surfaces": [{"bti": 0, "width": 1073741825, "address": 4096}]'
launch ', "surfaces": [{"bti": 0, "width": 64, "address": "0x1000000000000"}]'
launch ', "surfaces": [{"bti": 0, "width": 1073741824, "address": 4095}]' # one page too many
launch "$surface"', "fill": 256}]'
launch ', "dispatch": {"dmask": 4294967296}'
launch ', "dispatch": {"simd": 0}'
launch ', "dispatch": {"dmask": 4294967295, "simd": 8, "threads": 1024}, "gen": "8"' --dump Q | tail -n 2
launch ', "load": {"0x8000000000000000": "k.visaasm"}'
launch ', "load": {"0x7fffffffffffff00": "k.visaasm"}' --dump-mem 0x7fffffffffffff00,8
launch ', "load": {"x": "k.visaasm", "4096": 5, "y": "k.visaasm"}'
launch '' --dump-mem 0x8000000000000000,1
launch '' --dump-mem 0x1000,0x40000001
launch "$surface"', "fill": 1}], "inputs": {"A": "000102030405060708090a0b0c0d0e0f", "Q": ["0xffffffffffffffff", -2], "H": [1.5, -2], "U:ud": [4294967295, 2.75]}, "dump": "A,Q,H,U,T6", "dump_mem": "4095,66"'
launch ', "inputs": {"A": ""}' --dump A
launch ', "inputs": {"A": "000102030405060708090a0b0c0d0e0f10"}'
launch ', "surfaces": [{"bti": 0, "width": 4, "address": 4096, "fill": 1, "out": "a"}, {"bti": 1, "width": 4, "address": 8192, "fill": 2}, {"bti": 2, "width": 4, "address": 12288, "fill": 3, "out": "b"}]'; od -An -tx1 a b
mkdir -p in/d && cp k.visaasm in && cp k.visaasm in/d # paths beside a launch file of another folder: of one that begins in it, and of none
for k in k.visaasm d/k.visaasm "$T/k.visaasm" "$T/in/../k.visaasm"; do printf '{"visa": "%s"}' "$k" >in/l.json; "$EULAB" run --launch in/l.json; echo "status $?"; done
rm -r in
launch "$surface"', "gem": 1}]'
launch ', "dispatch": {"kinds": "raw"}'
launch ', "load": {"8192": "'"$T/k.visaasm"'"}' --dump-mem 8192,8
launch ', "load": {"8192": "k.visaasm", "16384": "k.visaasm", "24576": "k.visaasm"}' --dump-mem 8192,4 --dump-mem 16384,4 --dump-mem 24576,4
"$EULAB" run k.visaasm --threads 2 --dump A,U --dump-json
"$EULAB" run --launch l.json --max-insts 18446744073709551616; echo "status $?"
echo '== the end'
for n in 1 2; do
	"$EULAB" run k.visaasm --max-insts $n; echo "status $?"
done
kernel 'add (8) U U U' >k.visaasm
"$EULAB" run k.visaasm; echo "status $?"
echo '== lints'
kernel 'gather_scaled.4 (8) T6 0:ud U.0 A.0\ngather_scaled.4 (8) T6 0:ud U.0 A.0\nret (1)' >k.visaasm
"$EULAB" run k.visaasm --lint; echo "status $?"
kernel 'movs (1) T6(0) 7:ud\nmov (8) U 60:ud\nadd (1) U(0,1)<1> U(0,1)<0;1,0> 1:ud\nmov (4) A 0:d\nscatter_scaled.4 (8) T6 0:ud U.0 A.0\ngather_scaled.4 (8) %%scratch 0:ud U.0 A.0\nret (1)' >k.visaasm
launch ', "surfaces": [{"bti": 7, "width": 64, "address": 4096}]' --lint
echo '== functions'
routine() { printf '.version 4.1\n.global_function "%s"\n.function "%s_0"\nadd (8) %%retval(0,0)<1> %%retval(0,0)<1;1,0> %s:d\nfret (8)\n' "$1" "$1" "$2"; }
calls() { for i in "$@"; do printf 'fcall (8) f%s 0 0\\n' $i; done; }
kernel "$(calls 0)ret (1)" >c.visaasm
"$EULAB" run c.visaasm; echo "status $?"
for i in $(seq 0 63); do routine f$i $((1 << i % 16)) >c_f$i.visaasm; done
"$EULAB" run c.visaasm --dump %retval | cut -c1-40
for i in 15 61 62 63; do
	kernel "$(calls 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 $i)ret (1)" >c.visaasm
	"$EULAB" run c.visaasm --dump %retval 2>&1 | cut -c1-80
done
rm c_f1.visaasm; "$EULAB" run c.visaasm 2>&1 | head -n 1
rm c_f0.visaasm; kernel "$(calls 2)ret (1)" >c.visaasm; "$EULAB" run c.visaasm 2>&1 | head -n 1 # functions are looked for up to the first that is not there
kernel 'ret (1)' >c.visaasm; echo broken >c_f0.visaasm # it is not called
"$EULAB" run c.visaasm; echo "status $?"
echo '== files'
kernel 'ret (1)' >k.visaasm
"$EULAB" as --format bin k.visaasm | od -An -tx1 | head -n 1
"$EULAB" as -o - k.visaasm | cmp - <("$EULAB" as k.visaasm) && echo same
script -qec "'$EULAB' as k.visaasm" /dev/null </dev/null | tr -d '\r'
script -qec "'$EULAB' as --format hex k.visaasm" /dev/null </dev/null | tr -d '\r' | head -n 1
for o in --bytes --json '--syntax iga'; do "$EULAB" dis $o k.visaasm; done
cp k.visaasm .visaasm; "$EULAB" dis .visaasm 2>&1 | head -n 1
kernel 'mov (8) A(0,0)<1> A(0,0)<3;1,0>\nret (1)' >one.visaasm; "$EULAB" check one.visaasm
"$EULAB" check none.visaasm; echo "status $?"
"$EULAB" info kernels none.isa; echo "status $?"
echo '== several routines'
cat >join.py <<'P'
"""Of files with one routine each: one file with all, kernels first. Each has been compiled for two machines."""
import sys

kernels, functions = [], []
for path in sys.argv[2:]:
    d = open(path, "rb").read()
    f = d[6] == 0
    p = 13 if f else 8
    at = p + 2 + int.from_bytes(d[p:p + 2], "little")
    off = int.from_bytes(d[at:at + 4], "little")
    tail = d[at + 4:off] if f else d[at + 4:off - 5] + b"\2" + bytes(range(18))
    (functions if f else kernels).append((d[p - f:at], tail, d[off:]))
off = 12 + sum(len(e) + 4 + len(t) for e, t, _ in kernels + functions)
body = b""


def entries(of):
    global body
    head = len(of).to_bytes(2, "little")
    for e, t, b in of:
        head += e + (off + len(body)).to_bytes(4, "little") + t
        body += b
    return head


head = b"CISA\4\1" + entries(kernels) + b"\0\0"
head += entries(functions)
open(sys.argv[1], "wb").write(head + body)
P
wrong='mov (8) A(0,0)<0> A(0,0)<8;8,1>\n'
kernel 'ret (1)' >k.visaasm
kernel "${wrong}ret (1)" | sed 's/"k"/"second"/' >second.visaasm
printf '.version 4.1\n.global_function "f"\n.decl A v_type=G type=d num_elts=4 align=GRF\n.kernel_attr SimdSize=8\n.function "f_0"\nf_0:\n%b%bfret (8)\n' "$wrong" "$wrong" >f.visaasm
sed 's/"f"/"g"/' f.visaasm >g.visaasm
for n in k second f g; do "$EULAB" as $n.visaasm -o $n.isa; done
python3 join.py all.isa k.isa second.isa f.isa g.isa
"$EULAB" info kernels all.isa
"$EULAB" dis all.isa | grep -A1 '^$\|^.kernel "\|function "'
"$EULAB" check all.isa; echo "status $?"
"$EULAB" check all.isa --json | sed 's,"text".*"operand",...,'
for cut in 1 20; do # an error ends it, wherever it is
	head -c -$cut all.isa >cut.isa
	"$EULAB" info kernels cut.isa 2>&1; echo "status $?"
	"$EULAB" check cut.isa 2>&1; echo "status $?"
	"$EULAB" dis cut.isa 2>&1 | grep -c kernel
done
echo '== variables'
cat >v.visaasm <<'V'
.version 4.1
.kernel "v"
.decl V0032 v_type=G type=d num_elts=2 align=GRF
.decl V0001 v_type=G type=ud num_elts=1 align=GRF
.decl B v_type=G type=b num_elts=2 align=GRF
.decl UB v_type=G type=ub num_elts=2 align=GRF
.decl W v_type=G type=w num_elts=2 align=GRF
.decl UW v_type=G type=uw num_elts=2 align=GRF
.decl UQ v_type=G type=uq num_elts=1 align=GRF
.decl Q v_type=G type=q num_elts=1 align=GRF
.decl F v_type=G type=f num_elts=2 align=GRF
.decl D v_type=G type=df num_elts=2 align=GRF
.decl H v_type=G type=hf num_elts=2 align=GRF
.decl A0 v_type=A num_elts=2
.decl P1 v_type=P num_elts=1
.decl P2 v_type=P num_elts=8
.decl P3 v_type=P num_elts=16
.decl P4 v_type=P num_elts=32
.decl S3 v_type=S num_elts=1
.decl T6 v_type=T num_elts=1
.kernel_attr SimdSize=8
.function "v_0"
addr_add (1) A0(0)<1> &UW[2] 0:uw
addr_add (1) A0(1)<1> &W[0] -4:w
setp (8) P2 0x0a:ub
movs (1) S3(0) 5:ud
ret (1)
V
printf '{"visa": "v.visaasm", "inputs": {"V0032": [-1, 32], "V0001": [4294967295], "B": [-128, 127], "UB": [255, 1], "W": [-32768, 2], "UW": [65535, 3], "UQ": ["0xffffffffffffffff"], "Q": [-9], "F": [0.5, -3], "D": [0.1, 1e300], "H": [0.25, 65504]}}' >v.json
"$EULAB" shell --launch v.json -c 'step thread 4; vars'
"$EULAB" shell --launch v.json -c 'va V32 V1; vars V0032; vars V032 V A0 S3; vars 32 X0032'; echo "status $?"
"$EULAB" run --launch v.json --dump A0,S3,P4 | cut -c1-40
"$EULAB" shell --launch v.json -c 'help add; help setp; help V'; echo "status $?"
