; A context switch of waves with 8 VGPRs and 16 SGPRs, whose last are VCC, XNACK_MASK and FLAT_SCRATCH, for GCN 1.2. The
; area, which the host gives in EXEC: 0 TTMP0..7 (IB_STS in the upper half of 1), 0x40 SGPRs, 0x1000 VGPRs.
	s_branch save
	s_branch restore
save:
	s_mov_b32 ttmp2, exec_lo
	s_mov_b32 ttmp3, exec_hi
	s_getreg_b32 ttmp4, hwreg(HW_REG_STATUS)
	s_getreg_b32 ttmp5, hwreg(HW_REG_MODE)
	s_mov_b32 ttmp6, m0
	s_getreg_b32 ttmp10, hwreg(HW_REG_IB_STS, 15, 5)
	s_lshl_b32 ttmp10, ttmp10, 16
	s_and_b32 ttmp1, ttmp1, 0xffff
	s_or_b32 ttmp1, ttmp1, ttmp10
	s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 10, 1), 0
	s_getreg_b32 ttmp7, hwreg(HW_REG_TRAPSTS)
	s_mov_b64 exec, 0
	s_sendmsg sendmsg(MSG_SAVEWAVE)
wait:
	s_sleep 1
	s_cbranch_execz wait
	s_mov_b32 ttmp10, exec_lo
	s_and_b32 ttmp11, exec_hi, 0xffff
	s_store_dwordx4 ttmp[0:3], ttmp[10:11], 0x0
	s_store_dwordx4 ttmp[4:7], ttmp[10:11], 0x10
	s_store_dwordx4 s[0:3], ttmp[10:11], 0x40
	s_store_dwordx4 s[4:7], ttmp[10:11], 0x50
	s_store_dwordx4 s[8:11], ttmp[10:11], 0x60
	s_store_dwordx4 s[12:15], ttmp[10:11], 0x70
	s_mov_b64 exec, -1
	s_add_u32 s0, ttmp10, 0x1000
	s_addc_u32 s1, ttmp11, 0
	s_or_b32 s1, s1, 0x40000
	s_mov_b32 s2, 0x100000
	s_mov_b32 s3, 0x807fac
	s_mov_b32 s4, 0
	buffer_store_dword v0, off, s[0:3], s4
	buffer_store_dword v1, off, s[0:3], s4 offset:256
	buffer_store_dword v2, off, s[0:3], s4 offset:512
	buffer_store_dword v3, off, s[0:3], s4 offset:768
	buffer_store_dword v4, off, s[0:3], s4 offset:1024
	buffer_store_dword v5, off, s[0:3], s4 offset:1280
	buffer_store_dword v6, off, s[0:3], s4 offset:1536
	buffer_store_dword v7, off, s[0:3], s4 offset:1792
	s_endpgm
restore:
	s_mov_b32 ttmp10, exec_lo
	s_and_b32 ttmp11, exec_hi, 0xffff
	s_mov_b64 exec, -1
	s_add_u32 s0, ttmp10, 0x1000
	s_addc_u32 s1, ttmp11, 0
	s_or_b32 s1, s1, 0x40000
	s_mov_b32 s2, 0x100000
	s_mov_b32 s3, 0x807fac
	s_mov_b32 s4, 0
	buffer_load_dword v0, off, s[0:3], s4
	buffer_load_dword v1, off, s[0:3], s4 offset:256
	buffer_load_dword v2, off, s[0:3], s4 offset:512
	buffer_load_dword v3, off, s[0:3], s4 offset:768
	buffer_load_dword v4, off, s[0:3], s4 offset:1024
	buffer_load_dword v5, off, s[0:3], s4 offset:1280
	buffer_load_dword v6, off, s[0:3], s4 offset:1536
	buffer_load_dword v7, off, s[0:3], s4 offset:1792
	s_waitcnt vmcnt(0)
	s_load_dwordx8 s[0:7], ttmp[10:11], 0x40
	s_load_dwordx8 s[8:15], ttmp[10:11], 0x60
	s_load_dwordx8 ttmp[0:7], ttmp[10:11], 0x0
	s_waitcnt lgkmcnt(0)
	s_mov_b32 exec_lo, ttmp2
	s_mov_b32 exec_hi, ttmp3
	s_setreg_b32 hwreg(HW_REG_MODE), ttmp5
	s_mov_b32 m0, ttmp6
	s_setreg_b32 hwreg(HW_REG_TRAPSTS), ttmp7
	s_lshr_b32 ttmp8, ttmp1, 16
	s_lshl_b32 ttmp8, ttmp8, 15
	s_setreg_b32 hwreg(HW_REG_IB_STS), ttmp8
	s_and_b32 ttmp1, ttmp1, 0xffff
	s_lshr_b32 ttmp8, ttmp4, 3
	s_setreg_b32 hwreg(HW_REG_STATUS, 3, 29), ttmp8
	s_bfe_u32 ttmp8, ttmp4, 0x10017
	s_setreg_b32 hwreg(HW_REG_STATUS, 0, 1), ttmp4
	s_rfe_restore_b64 ttmp[0:1], ttmp8
