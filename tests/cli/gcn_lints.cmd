# AMD GCN under --lint: a kernel that breaks each rule, beside one that keeps it; what stops at the first; a handler that lacks a wait.
cd "$T" || exit 1
run() { # NAME OPTION...: the kernel on stdin
	local name=$1
	shift
	cat >"$name.s" && printf '\ts_endpgm\n' >>"$name.s"
	echo "== $name $*"
	"$EULAB" run --gen gfx803 --set s0=0x100000 --set s1=0 --set v1=0 --set v2=0x1000 --set v3=0 "$@" "$name.s"
	echo "status $?"
}
for how in --lint --lint=stop; do
	run vmcnt $how <<-'E'
		flat_load_dword v4, v[2:3]
		v_add_u32 v5, vcc, v4, v4
	E
	run lgkmcnt $how <<-'E'
		s_mov_b32 m0, -1
		s_load_dwordx2 s[4:5], s[0:1], 0x0
		ds_read_b32 v4, v1
		s_waitcnt lgkmcnt(1) // scalar loads come back in any order
		s_mov_b32 s6, s4
	E
	run unwritten-register $how <<-'E'
		v_mov_b32 v4, v9
		s_mov_b32 s4, s9
	E
done
run expcnt --lint --gen gfx600 <<-'E'
	s_mov_b32 s4, 0x1000
	s_mov_b32 s5, 0
	s_mov_b32 s6, 0x1000
	s_mov_b32 s7, 0
	buffer_store_dword v1, off, s[4:7], 0
	v_mov_b32 v1, 1
E
echo '{"gen": "gfx803", "kernel": "range.s", "dispatch": {"kind": "raw", "local": [64, 1, 1], "vgprs": 8, "sgprs": 16}}' >range.json
run range --lint --launch range.json <<-'E'
	s_mov_b32 s20, 1
	v_mov_b32 v8, 1
E
echo '== rules that are kept'
run waits --lint=stop <<-'E'
	flat_load_dword v4, v[2:3]
	flat_load_dword v5, v[2:3]
	flat_load_dword v4, v[2:3] // behind the first one, in order
	s_waitcnt vmcnt(1)
	v_add_u32 v6, vcc, v5, v5
	s_waitcnt vmcnt(0)
	v_add_u32 v6, vcc, v4, v4
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s6, s4
E
run more --lint=frob </dev/null
echo '== handlers'
cp "$OLDPWD"/samples/gcn/*.* .
sed '/s_waitcnt vmcnt/d' context.s >no_wait.s
"$EULAB" siptest --launch barriers.json --sip no_wait.s --kinds context-save 2>/dev/null | head -n 2
sed '/s_waitcnt lgkmcnt/d' context.s >no_wait.s
"$EULAB" siptest --launch barriers.json --sip no_wait.s --kinds context-save 2>/dev/null | head -n 2
printf 's_getpc_b64 s[0:1]\ns_trap 1\ns_endpgm\n' >k.s
printf '{"gen": "gfx803", "kernel": "k.s", "sip": "h.s", "dispatch": {"kind": "raw"}}' >l.json
for body in 's_load_dword s5, s[0:1], 0x0\ns_trap 2' 's_load_dword s5, s[0:1], 0x0\ns_waitcnt lgkmcnt(0)' 's_mov_b32 ttmp2, exec_lo\ns_mov_b32 ttmp3, exec_hi\nflat_load_dword v0, v[0:1]\ns_mov_b32 s2, 0'; do
	printf "$body"'\ns_add_u32 ttmp0, ttmp0, 4\ns_addc_u32 ttmp1, ttmp1, 0\ns_rfe_b64 ttmp[0:1]\n' >h.s
	"$EULAB" run --launch l.json --lint 2>&1; echo "status $?"
done
"$EULAB" info lints --gen gfx803
