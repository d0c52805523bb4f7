# AMD GCN: LLVM's syntax in and out; errors with their place; a generation that is none.
cat >"$T/k.s" <<'S'
; waits for its load
	.text
start:	s_load_dwordx2 s[0:1], s[4:5], 0x10
	s_waitcnt lgkmcnt(0)
	v_add_u32 v0, vcc, s0, v0
	v_mul_f32_e64 v1, -|v2|, 1.0 clamp mul:2
	v_mov_b32_dpp v3, v4 row_shl:1 row_mask:0xf bank_mask:0xf
	s_cbranch_vccz start // again
	s_endpgm
S
"$EULAB" as --gen gfx803 -o "$T/k.bin" "$T/k.s" && "$EULAB" dis --gen gfx8 "$T/k.bin"
"$EULAB" dis --gen gfx803 --bytes "$T/k.bin" >"$T/l.s" && tail -n 1 "$T/l.s" &&
	"$EULAB" as --gen gfx803 "$T/l.s" | cmp - "$T/k.bin" && echo the same
"$EULAB" as --gen gfx803 --format hex "$T/k.s" | head -n 2
printf 's_nop 0\nv_add_f32 v1, s2, s3\n s_mov_b32 s4, s200\nv_nothing\n' >"$T/bad.s"
"$EULAB" as --gen gfx600 "$T/bad.s" 2>&1 | sed "s|$T/||"
"$EULAB" as --gen gfx900 "$T/k.s"
"$EULAB" as --gen gfx803 --format elf "$T/k.s"
"$EULAB" dis --gen gfx803 "$T/none.bin" 2>&1 | sed "s|$T/||"
"$EULAB" dis --gen gfx803 --json "$T/k.bin"
echo '-- a generation and a file that has its own'
for gen in gfx600 gfx8 gfx803; do
	"$EULAB" dis --gen $gen samples/gcn/collatz.hsaco >"$T/of.s"
	echo "status $?, $(grep -c s_endpgm "$T/of.s") ends"
done
"$EULAB" dis samples/gcn/collatz.hsaco | cmp - "$T/of.s" && echo the same
"$EULAB" run --gen gfx700 samples/gcn/collatz.hsaco; echo "status $?"
printf '\177ELF%014d\340\000' 0 | tr 0 '\000' >"$T/none.o"
"$EULAB" dis "$T/none.o"; echo "status $?"

echo '-- standard input; hex words; text by what is in it'
printf 's_nop 1\ns_endpgm\n' | "$EULAB" as --gen gfx803 - | "$EULAB" dis --gen gfx803 -
printf 's_mov_b32 s1, 0x12345\ns_endpgm\n' >"$T/text"
"$EULAB" as --gen gfx803 --format hex "$T/text" | "$EULAB" dis --gen gfx803 -
"$EULAB" run --gen gfx803 --dump s1 - <"$T/text"
"$EULAB" as --gen gfx803 --format hex "$T/text" | "$EULAB" run --gen gfx803 --dump s1 -
for text in 0x1 0xbf810000,0xbf81000g 0x1bf810000 s_end; do echo "$text" | "$EULAB" run --gen gfx803 -; echo "status $?"; done
"$EULAB" dis --gen gfx803 --input hex "$T/text"; echo "status $?"
