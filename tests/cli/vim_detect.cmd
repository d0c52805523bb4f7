# Vim knows a source of eulab by its instructions, and leaves other assemblers' files alone.
mkdir -p "$T/home/ftdetect" "$T/home/syntax"
cp docs/eulab-detect.vim "$T/home/ftdetect/eulab.vim"
cp docs/eulab.vim "$T/home/syntax/eulab.vim"
cp samples/divergence.asm samples/sip_load.inc "$T"
printf '(W&f0.0) add (16|M0)  r4.0<1>:f  r2.0<8;8,1>:f  r6.0<8;8,1>:f\n' >"$T/iga.iga"
printf '; a comment\nadd(16) g10<1>F g2<8,8,1>F g4<8,8,1>F { align1 1H };\n' >"$T/mesa.asm"
printf 'section .text\nstart:\n  mov eax, 4 ; (8) r2\n  lea rax, [rbx + 8]\n' >"$T/nasm.asm"
printf '.macro x\n  movl %%eax, 8(%%ebx)\n  add 4(%%esp), %%eax\n.endm\n' >"$T/gas.inc"
cat >"$T/show.vim" <<'V'
call writefile([expand('%:t') . ': ' . (&filetype ==# 'eulab' ? 'eulab ' . get(b:, 'current_syntax', 'no syntax') : 'another')], $T . '/said', 'a')
quit!
V
for f in divergence.asm sip_load.inc iga.iga mesa.asm nasm.asm gas.inc; do
	vim -es -N -u NONE -i NONE --cmd "set runtimepath^=$T/home" -c 'filetype on' -c 'syntax on' -c "edit $T/$f" -S "$T/show.vim" </dev/null
done
cat "$T/said"
