; Integers only: no exception is sticky, so that a handler that looks at TRAPSTS adds 4 behind s_trap.
	v_and_b32 v1, 3, v0
	v_cmp_lt_u32 vcc, 1, v1
	s_and_saveexec_b64 s[2:3], vcc
	v_add_u32 v2, vcc, v2, v0
	s_mov_b64 exec, s[2:3]
	s_sub_u32 s4, s4, 1
	s_cmp_lg_u32 s4, s5
	s_endpgm
