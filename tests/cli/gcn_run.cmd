# AMD GCN: raw launches and launch files; every way to end; what is wrong with a launch is told with its place.
cat >"$T/sum.s" <<'S'
	s_mov_b64 s[0:1], 0x100000
	v_lshlrev_b32 v1, 2, v0
	v_mov_b32 v3, s1
	v_add_u32 v2, vcc, s0, v1
	v_addc_u32 v3, vcc, 0, v3, vcc
	flat_load_dword v4, v[2:3]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_u32 v4, vcc, s4, v4
	flat_store_dword v[2:3], v4
	s_trap 3
	s_endpgm
S
cat >"$T/trap.s" <<'S'
	s_mov_b32 s5, ttmp1
	s_add_u32 ttmp0, ttmp0, 4
	s_and_b32 ttmp1, ttmp1, 0xffff
	s_rfe_b64 ttmp[0:1]
S
cat >"$T/l.json" <<'J'
{"gen": "gfx803", "kernel": "sum.s", "sip": "trap.s",
 "dispatch": {"kind": "raw", "grid": [1, 1, 1], "local": [4, 1, 1]},
 "buffers": [{"name": "b", "address": "0x100000", "size": 16, "fill": 1, "out": "b.out"}],
 "set": {"s4": "0x10", "v7": [1, 2, 3], "s8": -2}, "dump": "s5,s8,exec", "dump_mem": "0x100000,8"}
J
"$EULAB" run --launch "$T/l.json" && od -An -tx4 "$T/b.out"
"$EULAB" run --launch "$T/l.json" --dump-json --set s4=0
for size in 0 1 1073741825; do # of a buffer that nothing reads
	sed "s/\"buffers\": \[/&{\"name\": \"other\", \"address\": \"0x10000000\", \"size\": $size}, /" "$T/l.json" >"$T/size.json"
	"$EULAB" run --launch "$T/size.json" 2>&1 | sed "s|$T/||" | tail -n 1
done
"$EULAB" run --launch "$T/l.json" --gen gfx7
"$EULAB" run --launch "$T/l.json" --engine fast
"$EULAB" run --launch "$T/l.json" --jobs 2
"$EULAB" run --launch "$T/l.json" --timeline "$T/time.json"
cat >"$T/bad.json" <<'J'
{"gen": "gfx803", "kernel": "sum.s", "frob": 1,
 "dispatch": {"kind": "hsa", "grid": [0], "args": [{"buffer": "none"}, {"u32": "x"}]},
 "buffers": [{"name": "b"}],
 "dump": "s5,r3"}
J
"$EULAB" run --launch "$T/bad.json" 2>&1 | sed "s|$T/||"
end() { printf "$1" >"$T/k.s" && shift && "$EULAB" run --gen gfx803 "$@" "$T/k.s" || echo "status $?"; }
end 's_branch -1' --max-insts 9
end 's_endpgm' --gen gfx600 --dump s0
end 's_endpgm' --gen gfx700 --dump s0
end 's_endpgm' --gen gfx70
end '.long 0xffffffff'
end 's_setreg_imm32_b32 hwreg(HW_REG_MODE, 20, 1), 1\ns_mov_b32 s1, 5\ns_load_dword s2, s[0:1], 0\ns_endpgm'
end 's_setreg_imm32_b32 hwreg(HW_REG_MODE, 12, 9), 4\nv_rcp_f32 v1, 0\ns_endpgm'
end 's_sethalt 1\ns_endpgm'
end 'image_load v0, v1, s[0:7] dmask:0x1'
end 'v_nothing'
end 's_endpgm' --dump v1 --dump frob
echo '-- arguments: each at its alignment, 4096 bytes in all'
cp samples/gcn/collatz.* "$T"
args() { # ARGS: the launch file's; two pointers are the kernel's
	sed '/"sip"/s/, "sip": "debug.s"//; s/"args": \[.*\]}/"args": ['"$1"']}/' "$T/collatz.json" >"$T/args.json"
	"$EULAB" run --launch "$T/args.json" 2>&1 | sed "s|$T/||"
}
bytes() { printf '{"bytes": "%s"}' "$(printf "%0.s5a" $(seq $1))"; }
both='{"buffer": "sums"}, {"buffer": "counts"}'
args "$both"
args '{"bytes": "000050"}, {"u32": 0}, {"i32": 6291456}, {"f32": 0.0}'
args '{"bytes": "0000"}, {"bytes": "50"}, {"bytes": "00"}, {"u64": 6291456}'
args "$both, $(bytes 4080)"
args "$both, $(bytes 4081)"
args "$both, $(bytes 4073), {\"u64\": 9}"
args "$both, $(bytes 4080), {\"bytes\": \"01\"}"
printf 's_endpgm\n' >"$T/k.s"
for gen in gfx600 gfx7 gfx900; do
	printf '{"gen": "%s", "kernel": "k.s", "dispatch": {"kind": "raw"}, "dump": "s0"}' $gen >"$T/gen.json"
	"$EULAB" run --launch "$T/gen.json" 2>&1 | sed "s|$T/||"
done
