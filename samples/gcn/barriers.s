; Two waves that meet in barriers, with divergence, floats that raise, and VCC.
	s_mov_b32 m0, -1
	v_and_b32 v1, 3, v0
	v_cmp_lt_u32 vcc, 1, v1
	s_and_saveexec_b64 s[2:3], vcc
	v_cvt_f32_u32 v2, v0
	v_rcp_f32 v3, v2
	v_add_f32 v3, v3, v2
	s_mov_b64 exec, s[2:3]
	s_barrier
	s_mov_b32 s4, 3
again:
	v_add_u32 v4, vcc, v4, v0
	v_addc_u32 v5, vcc, v5, v1, vcc
	s_sub_u32 s4, s4, 1
	s_cmp_lg_u32 s4, 0
	s_cbranch_scc1 again
	s_barrier
	v_lshlrev_b32 v6, 2, v0
	v_add_u32 v6, vcc, 0x100000, v6
	v_mov_b32 v7, 0
	flat_store_dword v[6:7], v4
	s_endpgm
