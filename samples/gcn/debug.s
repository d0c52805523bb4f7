; What a debugger's handler does at its least: it comes back, with SCC as it was. ttmp1[23:16] is the trap id.
	s_getreg_b32 ttmp4, hwreg(HW_REG_STATUS)
	s_bfe_u32 ttmp5, ttmp1, 0x80010
	s_cmp_eq_u32 ttmp5, 0
	s_cbranch_scc1 back
	s_add_u32 ttmp0, ttmp0, 4
	s_addc_u32 ttmp1, ttmp1, 0
back:
	s_and_b32 ttmp1, ttmp1, 0xffff
	s_setreg_b32 hwreg(HW_REG_STATUS, 0, 1), ttmp4
	s_rfe_b64 ttmp[0:1]
