# AMD GCN: a launch file and its options, at fault and at their limits.
cd "$T" || exit
printf 's_endpgm\n' >k.s
cp "$OLDPWD"/samples/gcn/collatz.* .
object=$(ls collatz.* | grep -v 'json\|\.s$\|\.cl$' | head -1)
launch() { printf '{"gen": "gfx803", "kernel": "k.s", %s}' "$1" >l.json; shift; "$EULAB" run --launch l.json "$@" 2>&1; echo "status $?"; }
raw='"dispatch": {"kind": "raw"'
echo '== at fault'
launch '"dispatch": {"kind": "gpgpu"}'
launch '"dispatch": {"kind": "hsa", "vgprs": 8}'
launch '"dispatch": {"kind": "hsa"}, "entry": "k"'
launch "$raw"', "vgprs": 3}'
launch "$raw"', "vgprs": 257}'
launch "$raw"', "sgprs": 15}'
launch "$raw"', "sgprs": 105}'
launch "$raw"', "lds": 65537}'
launch "$raw"', "grid": [1, 1, 1, 1]}'
launch "$raw"', "local": [0]}'
launch "$raw"', "local": [1025, 1, 1]}'
launch "$raw"', "args": [{"u32": 1, "i32": 2}]}'
launch "$raw"', "args": [{}]}'
launch "$raw"', "args": [{"buffer": "b"}]}'
launch "$raw"'}, "set": {"r1": 1}'
launch "$raw"'}, "set": {"s1": [1, 2]}'
launch "$raw"'}, "set": {"s1": true}'
launch "$raw"'}, "dump": "s1,s200"'
launch "$raw"'}, "dump": "a_register_with_a_long_name"'
launch "$raw"'}, "dump_mem": "0x1000"'
launch "$raw"'}, "entry": "main"'
launch "$raw"'}, "buffers": [{"name": "b", "address": "0x100000", "size": 4, "in": "none"}]'
launch "$raw"'}, "buffers": [{"name": "b", "address": "0x100000", "size": 4, "in": "k.s"}]'
launch "$raw"'}, "buffers": [{"name": "b", "address": "0xfffffffff000", "size": 8192}]'
printf '{"gen": "gfx900", "kernel": "k.s"}' >l.json; "$EULAB" run --launch l.json; echo "status $?"
"$EULAB" run --gen gfx803 --launch l.json; echo "status $?"
printf '{"gen": "gfx803", "kernel": "none.s", "dispatch": {"kind": "raw"}}' >l.json; "$EULAB" run --launch l.json; echo "status $?"
printf '{"gen": "gfx803", "kernel": "%s", "dispatch": {"kind": "raw"}}' "$object" >l.json; "$EULAB" run --launch l.json; echo "status $?"
printf '{"gen": "gfx803", "kernel": "%s", "entry": "none", "dispatch": {"kind": "hsa"}}' "$object" >l.json; "$EULAB" run --launch l.json; echo "status $?"
printf '{"gen": "gfx803", "dispatch": {"kind": "raw"}}' >l.json; "$EULAB" run --launch l.json; echo "status $?"
echo '== options'
for o in '--set s1' '--set r1=2' '--set s1=x' '--dump-mem x' '--dump x' '--max-insts x' '--dmask 1' '--lint=no'; do
	launch "$raw}" $o
done
"$EULAB" shell --gen gfx803 k.s --history x -c quit; echo "status $?"
"$EULAB" serve --gen gfx803 k.s --gdb-threads all; echo "status $?"
"$EULAB" shell --gen gfx803 k.s --lint -c quit; echo "status $?"
echo '== at their limits'
printf 's_mov_b32 m0, -1\nv_mov_b32 v1, 4\nds_write_b32 v1, v0\nds_read_b32 v2, v1\ns_endpgm\n' >k.s
launch "$raw"', "vgprs": 4, "sgprs": 16, "lds": 8, "grid": [2, 1, 1], "local": [2, 1, 1]}' --dump s13,v0,v2 | cut -c1-40
launch "$raw"', "vgprs": 4, "sgprs": 16, "lds": 4, "local": [2, 1, 1]}' --dump v2 --dump-json | cut -c1-40
launch "$raw"', "vgprs": 256, "sgprs": 104, "local": [65, 1, 1]}' --dump s101,v255 | cut -c1-40
launch "$raw"'}, "set": {"s1": -1, "v3": [7, 8, "0x9"], "vcc": "0x8000000000000001"}' --dump s1,v3,vcc --set s2=0x12345678 --dump s2 | cut -c1-60
printf 's_mov_b32 s5, s0\ns_endpgm\n' >k.s
launch "$raw"', "grid": [3, 1, 1]}' --dump exec | cut -c1-40
launch "$raw"', "local": [3, 1, 1]}' --dump exec | cut -c1-40
"$EULAB" run --gen gfx803 k.s --dump exec
"$EULAB" run --gen gfx803 k.s --dump v0 | cut -c1-60
printf 12345 >five
launch "$raw"'}, "buffers": [{"name": "b", "address": "0x100000", "size": 5, "in": "five", "out": "out"}, {"name": "c", "address": "0x200000", "size": 3, "fill": 255}]' --dump-mem 0xfffff,7 --dump-mem 0x200000,4=mem; cat out; echo; od -An -tx1 mem
launch "$raw"'}, "buffers": [{"name": "b", "address": "0x100000", "size": 5, "out": "none/out"}]'
launch "$raw"'}' --dump-mem 0x100000,4=none/mem
printf 's_branch -1\n' >k.s
launch "$raw"'}' --max-insts 5
printf 's_mov_b32 s5, tma_lo\ns_trap 1\ns_endpgm\n' >k.s
printf 's_mov_b32 s4, tma_lo\ns_mov_b32 s5, tma_hi\ns_add_u32 ttmp0, ttmp0, 4\ns_rfe_b64 ttmp[0:1]\n' >trap.s
launch "$raw"'}, "sip": "trap.s", "tma": "0x123456789abc"' --dump s4,s5
