# AMD GCN: the tables that drive it.
"$EULAB" info opcodes --gen gfx803 | wc -l
"$EULAB" info opcodes --gen gfx6 | grep -E 'v_add_i32|v_mad_f32|image_load |s_endpgm|ds_add_u32 '
"$EULAB" info opcodes --gen gfx8 | grep -E ' v_add_f32 | v_cmp_lt_f64 | v_nop | v_madmk_f32 | v_mad_f32 | v_readfirstlane_b32 | v_interp_p1_f32 | s_add_u32 | s_cbranch_g_fork '
"$EULAB" info registers --gen gfx700 | grep -E '^(v255|s103|exec|flat_scratch|ttmp11|pc) '
"$EULAB" info exceptions --gen gfx700
