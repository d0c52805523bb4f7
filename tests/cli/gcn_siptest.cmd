# AMD GCN: a context switch of two waves that meet in barriers, at every boundary; a handler for s_trap, exceptions and single steps;
# both with each of their instructions made s_nop, and with each kind of fault; what is not asked for rightly.
cp samples/gcn/*.* "$T"
cd "$T" || exit
"$EULAB" siptest --launch barriers.json --kinds context-save
"$EULAB" siptest --launch barriers.json --kinds context-save --every 10 --json
"$EULAB" siptest --launch barriers.json --sip debug.s --trap 7
"$EULAB" siptest --launch barriers.json --kinds context-save --mutate
"$EULAB" siptest --launch barriers.json --sip debug.s --trap 7 --mutate --json
"$EULAB" siptest --launch barriers.json --kinds trap --mutate 2>&1 | head -n 2
grep -v 's_store_dwordx4 s\[12:15\]' context.s >forgets_vcc.s
"$EULAB" siptest --launch barriers.json --sip forgets_vcc.s --kinds context-save 2>/dev/null | head -n 4
sed 's/s_rfe_restore_b64 ttmp\[0:1\], ttmp8/s_rfe_restore_b64 ttmp[0:1], ttmp4/' context.s >wrong_atc.s
"$EULAB" siptest --launch barriers.json --sip wrong_atc.s --kinds context-save 2>/dev/null | head -n 2
sed 's/s_setreg_b32 hwreg(HW_REG_STATUS, 0, 1), ttmp4/s_nop 0/' debug.s >forgets_scc.s
"$EULAB" siptest --launch barriers.json --sip forgets_scc.s --trap 7 --json
printf 's_branch -1' >stays.s
"$EULAB" siptest --launch barriers.json --sip stays.s --kinds debug --limit 100 2>/dev/null | head -n 2
printf 's_endpgm' >ends.s
"$EULAB" siptest --launch barriers.json --sip ends.s --kinds debug --every 99 2>/dev/null | head -n 2
# A handler that counts its visits in memory of its own.
sed '/^back:/i\	s_load_dword ttmp6, tma, 0x0\n	s_waitcnt lgkmcnt(0)\n	s_add_u32 ttmp6, ttmp6, 1\n	s_store_dword ttmp6, tma, 0x0' debug.s >counts.s
sed 's/"sip": "[a-z.]*"/"sip": "counts.s", "tma": "0x200000"/; s/}]}/}, {"name": "count", "address": "0x200000", "size": 4}]}/' barriers.json >counts.json
"$EULAB" siptest --launch counts.json --trap 7 2>/dev/null | head -n 3
"$EULAB" siptest --launch counts.json --trap 7 --ignore 0x200000,3
"$EULAB" siptest --launch counts.json --trap 7 --ignore 0x1fffff,1 --ignore 0x200001,3 2>/dev/null | head -n 2
for ignore in 0x200000 0x200000,0 0x200000,4=x 0x1000000000000,1; do "$EULAB" siptest --launch counts.json --ignore $ignore; done
"$EULAB" siptest --launch counts.json $(printf -- '--ignore %d,1 ' {1..17})
"$EULAB" siptest --launch counts.json --trap 256
"$EULAB" siptest --launch barriers.json --kinds frob
"$EULAB" siptest --launch barriers.json --kinds trap --together
"$EULAB" siptest --gen gfx803 barriers.s
