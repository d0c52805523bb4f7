; A wave of 40 work items: even lanes double their number, then all trap and store it.
	v_mov_b32 v2, v0
	v_and_b32 v1, 1, v0
	v_cmp_eq_u32 vcc, 0, v1
	s_and_saveexec_b64 s[2:3], vcc
	v_lshlrev_b32 v2, 1, v2
	s_mov_b64 exec, s[2:3]
	s_trap 3
	v_lshlrev_b32 v3, 2, v0
	v_add_u32 v4, vcc, 0x100000, v3
	v_mov_b32 v5, 0
	flat_store_dword v[4:5], v2
	s_endpgm
