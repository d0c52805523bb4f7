	s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 8), 0
	s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 8), 0x1b
	s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 8), 0x4e
	s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 8), 0xb1
	s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 8), 0xe4
	s_setreg_imm32_b32 hwreg(HW_REG_MODE, 12, 9), 0x1ff
	s_cmp_eq_u32 s0, s0
	s_mov_b64 vcc, 7
	s_mov_b64 exec, 0
	s_cmp_eq_u32 s0, 1
	s_endpgm
