	s_mov_b32 s5, ttmp1
	s_add_u32 ttmp0, ttmp0, 4
	s_and_b32 ttmp1, ttmp1, 0xffff
	s_rfe_b64 ttmp[0:1]
