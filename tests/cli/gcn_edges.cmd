# AMD GCN at its edges: files one byte too large, arguments of each type at their places, ranges of launch files and options, allocations in their granules, how each end is told, counts of findings.
cd "$T" || exit
printf 's_endpgm\n' >k.s
launch() { printf '{"gen": "gfx803", "kernel": "k.s", %s}' "$1" >l.json; shift; "$EULAB" run --launch l.json "$@" 2>&1; echo "status $?"; }
raw='"dispatch": {"kind": "raw"'
echo '== too large'
truncate -s 268435457 big.bin
"$EULAB" run --gen gfx803 big.bin; "$EULAB" dis --gen gfx803 big.bin; rm big.bin
echo '== arguments'
launch "$raw"', "args": [{"u32": 1}, {"bytes": "0102030405060708090a0b0c0d0e0f10"}, {"i32": -2}, {"f64": 1.5}, {"f32": -1}, {"u64": "0x123456789abcdef0"}, {"bytes": "a1a2a3"}, {"bytes": "b1b2b3b4b5"}, {"bytes": "c1"}, {"bytes": "d1d2"}, {"i32": "5"}, {"f64": 2}]}' --dump-mem 0xe8000000,88
for arg in '"f32": "x"' '"f64": true' '"u32": 1.5' '"bytes": ""' '"bytes": "1"' '"f33": 1' '"u64": "0x10000000000000000"'; do
	launch "$raw"', "args": [{'"$arg"'}]}'
done
echo '== ranges'
launch "$raw"', "grid": [16777217]}'
launch "$raw"', "grid": [1, 16777216, 2]}'
launch "$raw"', "grid": ["0x2"], "local": [1, 2, 1]}' --dump v1 | cut -c1-30
launch "$raw"', "kinds": 1}'
launch "$raw"'}, "buffers": [{"name": "b", "address": "0x1000000000000", "size": 4}]'
launch "$raw"'}, "buffers": [{"name": "b", "address": 4096, "size": 4, "fill": 256}]'
launch "$raw"'}, "buffers": [{"name": "b", "address": 4096, "size": 4, "fills": 1}]'
launch "$raw"'}, "buffers": [{"name": "b", "address": 4096, "size": 4, "fill": 1}]' --dump-mem 4095,6
launch "$raw"'}, "buffers": [{"name": "b", "address": 4096, "size": 9, "in": "k.s"}, {"name": "c", "address": 8192, "size": 9, "in": "'"$T"'/k.s", "out": "'"$T"'/out"}]' --dump-mem 4096,8; cmp k.s out
mkdir -p in/d && cp k.s in && cp k.s in/d # paths beside a launch file of another folder: of one that begins in it, and of none
for k in k.s d/k.s "$T/k.s" "$T/in/../k.s"; do printf '{"gen": "gfx803", "kernel": "%s", "dispatch": {"kind": "raw"}}' "$k" >in/l.json; "$EULAB" run --launch in/l.json; echo "status $?"; done
rm -r in
launch "$raw"'}, "tma": "0x1000000000000"'
launch "$raw"'}, "tma": 5' --dump tma
launch "$raw"'}, "sip": "k.s"' --dump tba,tma
launch "$raw"'}, "sip": "none.s"'
lanes() { seq -s, $1; }
launch "$raw"'}, "set": {"v1": ['"$(lanes 64)"'], "v2": [], "s1": 0, "scc": 1}' --dump v1,v2,s1,scc
launch "$raw"'}, "set": {"v1": ['"$(lanes 65)"']}'
launch "$raw"'}, "set": {"v1": 7}' --set v2=0x100000008 --set exec=0x300000004 --dump v1,v2,exec | cut -c1-30
for o in '--set flat_scratch_low=1' '--set flat_scratch_lo=1' '--set exec=0x10000000000000000' '--dump flat_scratch_low,s1' '--dump-mem 0x1000000000000,1' '--dump-mem 0xffffffffffff,1' '--dump-mem 4096,0x40000001' '--dump-mem 4096,0' '--max-insts 18446744073709551616' '--gen gfx803'; do
	launch "$raw}" $o
done
echo '== kinds, entries, generations'
launch '"dispatch": {"kind": "hsa", "sgprs": 32}'
launch '"dispatch": {"grid": [1]}'
cp "$OLDPWD"/samples/gcn/collatz.hsaco . && printf '{"gen": "gfx803", "kernel": "collatz.hsaco", "dispatch": {"kind": "hsa"}}' >l.json && "$EULAB" run --launch l.json; echo "status $?"
printf '{"gen": "gfx600", "kernel": "collatz.hsaco", "dispatch": {"kind": "hsa"}}' >l.json && "$EULAB" run --launch l.json; echo "status $?"
printf 's_mov_b32 s0, 7\ns_mov_b32 s1, 8\ns_endpgm\n' >k.s
launch "$raw"'}, "entry": "4", "dump": "s0,s1"'
launch "$raw"'}, "entry": "0x1000000000000"'
launch "$raw"'}, "dump": "s0,"' --entry 8
launch "$raw"'}' --dump lds_alloc
launch "$raw"', "lds": 65536}' --dump lds_alloc
launch "$raw"', "lds": 0}' --dump lds_alloc
printf '{"kernel": "k.s", %s}, "dump": "s1"}' "$raw" >l.json
for gen in gfx600 gfx7 gfx803; do "$EULAB" run --gen $gen --launch l.json; done
printf 's_endpgm\n' >k.s
echo '== granules'
launch "$raw}" --dump mode,status
for gen in gfx600 gfx803; do "$EULAB" run --gen $gen k.s --dump gpr_alloc; done
for granules in '"vgprs": 4, "sgprs": 16' '"vgprs": 5, "sgprs": 17' '"vgprs": 8, "sgprs": 24' '"vgprs": 256, "sgprs": 104'; do
	echo "-- $granules"
	for n in 3 4 7 8 255; do echo "v_mov_b32 v$n, 1"; done >k.s
	for n in 15 16 23 24 101; do echo "s_mov_b32 s$n, 1"; done >>k.s
	echo s_endpgm >>k.s
	launch "$raw, $granules}" --lint
done
echo '== ends'
end() { # TEXT DISPATCH OPTION...
	printf "$1" >k.s
	launch "$raw, $2" "${@:3}"
}
two='"local": [65, 1, 1], "grid": [2, 1, 1]}'
end 's_trap 2\ns_endpgm' "$two"
end 's_nop 0\ns_sethalt 1\ns_endpgm' "$two"
end 's_nop 0\ns_endpgm' "$two" --max-insts 3
end '.long 0xffffffff' "$two"
end 's_setreg_imm32_b32 hwreg(HW_REG_MODE, 11, 1), 1\ns_nop 0\ns_nop 0\ns_endpgm' "$two"
printf '.long 0xffffffff\n' >trap.s
end 's_nop 0\ns_trap 1\ns_endpgm' '"lds": 0}, "sip": "trap.s"'
end 's_branch -1' '"local": [65, 1, 1]}' --max-insts 2
end 'v_readfirstlane_b32 s0, v0\ns_cmp_eq_u32 s0, 0\ns_cbranch_scc1 1\ns_branch -1\ns_endpgm' '"local": [65, 1, 1]}' --max-insts 50 # the first wave has ended
end "$(printf 's_nop 0\\n%.0s' $(seq 1024))" '"lds": 0}' # a page of code, and nothing behind it
echo '== findings'
end 'v_mov_b32 v4, v9\ns_endpgm' '"local": [65, 1, 1], "grid": [2, 1, 1]}' --lint
end 's_mov_b32 s4, s9\nv_mov_b32 v4, v9\ns_endpgm' '"lds": 0}' --lint
end 's_mov_b32 m0, 0\nv_movreld_b32 v1, v0\nv_mov_b32 v4, v255\nv_mov_b32 v5, s9\ns_endpgm' '"lds": 0}' --lint # any may have been written
for n in 1023 1024 1025; do
	end "$(yes 'v_mov_b32 v4, v9\n' | head -n $n | tr -d '\n')s_endpgm" '"lds": 0}' --lint | sed -n '1p;$p'
done
echo '== files'
printf 's_nop 0\ns_endpgm\n' >k.s
"$EULAB" as --gen gfx803 --format bin k.s | od -An -tx1
"$EULAB" as --gen gfx803 -o - k.s | cmp - <("$EULAB" as --gen gfx803 k.s) && echo same
printf '.byte 1\n.short 2\n.quad 0x1122334455667788\n' >odd.s; "$EULAB" as --gen gfx803 --format hex odd.s
"$EULAB" as --gen gfx803 -o none/k.bin k.s; echo "status $?"
"$EULAB" as --gen gfx803 k.s k.s; echo "status $?"
"$EULAB" as --gen gfx803 none.s; echo "status $?"
"$EULAB" dis --gen gfx803 --syntax iga k.s; echo "status $?"
script -qec "'$EULAB' as --gen gfx803 k.s" /dev/null </dev/null | tr -d '\r'
script -qec "'$EULAB' as --gen gfx803 --format hex k.s" /dev/null </dev/null | tr -d '\r'
"$EULAB" as --gen gfx803 k.s >k.bin; "$EULAB" dis --gen gfx803 <(cat k.bin)
cp k.bin k.asm; "$EULAB" run --gen gfx803 k.asm 2>&1 | head -n 1; cp k.s k.asm; "$EULAB" run --gen gfx803 k.asm --dump s0; "$EULAB" run --gen gfx803 k.bin --dump pc
"$EULAB" info lints --gen gfx6 | wc -l; "$EULAB" info opcodes registers --gen gfx6; "$EULAB" info opcodes --gen gfx9; echo "status $?"
cp "$OLDPWD"/samples/gcn/collatz.hsaco six.hsaco; printf '\040' | dd of=six.hsaco bs=1 seek=48 conv=notrunc 2>none # that of gfx600
"$EULAB" dis six.hsaco | head -n 3; "$EULAB" dis --gen gfx700 six.hsaco; echo "status $?"
cp six.hsaco bare.hsaco; head -c 8 /dev/zero | dd of=bare.hsaco bs=1 seek=40 conv=notrunc 2>none; "$EULAB" dis bare.hsaco; echo "status $?" # without sections
echo '== waits'
waits() { # GENERATION TEXT: v[2:3] is an address of memory, v[12:13] of LDS, s[4:7] a buffer
	printf "s_mov_b32 m0, -1\n$2\ns_endpgm\n" >k.s
	echo "-- $2"
	"$EULAB" run --gen $1 --set s0=0x100000 --set s1=0 --set v1=0 --set v2=0x1000 --set v3=0 --set v12=0 --set v13=0x1000000 --set s4=0x1000 --set s5=0 --set s6=0x1000 --set s7=0 --set v5=0 --set v6=0 --lint k.s 2>&1 | grep 0x
}
flat='flat_load_dword v4, v[2:3]' lds='flat_load_dword v4, v[12:13]' ds='ds_read_b32 v4, v1' buffer='buffer_load_dword v4, off, s[4:7], 0' other='buffer_load_dword v5, off, s[4:7], 0'
for first in "$flat" "$lds" "$ds" "$buffer"; do
	for next in "$flat" "$lds" "$ds" "$buffer" 'v_mov_b32 v4, v1'; do
		waits gfx803 "$first\n$next"
	done
done
for n in 0 1 2 14 15; do
	waits gfx803 "$buffer\n$other\ns_waitcnt vmcnt($n)\nv_mov_b32 v7, v4"
	waits gfx803 "$lds\n$other\ns_waitcnt vmcnt($n) lgkmcnt(0)\nv_mov_b32 v7, v4"
	waits gfx803 "$ds\nds_read_b32 v5, v1\ns_waitcnt lgkmcnt($n)\nv_mov_b32 v7, v4"
	waits gfx803 "s_load_dwordx2 s[8:9], s[0:1], 0\n$ds\ns_waitcnt lgkmcnt($n)\nv_mov_b32 v7, v4\ns_mov_b32 s10, s9"
	waits gfx600 "buffer_store_dword v5, off, s[4:7], 0\nbuffer_store_dword v6, off, s[4:7], 0\ns_waitcnt expcnt($((n < 7 ? n : n - 8)))\nv_mov_b32 v5, 1"
done
echo '== siptest'
cp "$OLDPWD"/samples/gcn/*.* .
prove() { "$EULAB" siptest --launch barriers.json --sip debug.s "$@" 2>&1; echo "status $?"; }
for o in '--every 0' '--limit 0' '--limit 4294967296' '--trap 256' '--kinds trap,' '--kinds traps' '--kinds tra' '--random 1' '--ignore s0' '--every 1000 --limit 1 --trap 255' '--every 1000 --limit 4294967295 --trap 0 --kinds debug,trap' '--kinds exception --max-insts 5'; do
	prove $o
done
"$EULAB" siptest --gen gfx700 k.s --sip k.s --kinds context-save; echo "status $?"
sed 's/"gfx803"/"gfx700"/' barriers.json >seven.json; "$EULAB" siptest --launch seven.json --sip debug.s --kinds context-save --json; echo "status $?"
printf 's_mov_b64 exec, -1\n' >v.s; for n in $(seq 0 19); do echo "v_mov_b32 v$n, 7" >>v.s; done; sed '1r v.s' debug.s >clobbers.s
prove --sip clobbers.s --kinds debug --every 1000
prove --sip clobbers.s --kinds debug --every 1000 --json
prove --sip debug.s --kinds debug --mutate --shard 1/2
prove --sip debug.s --kinds debug --every 1000 --shard 2/3
prove --sip clobbers.s --kinds debug --every 1000 --shard 1/3
"$EULAB" siptest --launch barriers.json --sip debug.s --kinds debug --every 1000 >/dev/full; echo "status $?"
prove --sip clobbers.s --kinds debug --mutate
