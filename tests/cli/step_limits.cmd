# Commands that would never come to an end come to one: after how many instructions.
cd "$T" || exit
printf 'L: jmpi (1) L {NoMask}\n' >loop.asm
printf 'nop\nillegal\nnop\n' >illegal.asm
cat >wait.asm <<'A'
and (1) r2.0<1>:ud sr0.0<0;1,0>:ud 7:ud {NoMask}
cmp.z.f0.0 (8) null<1>:ud r2.0<0;1,0>:ud 0:ud {NoMask, Switch}
(f0.0) jmpi (1) sleep {NoMask}
L: jmpi (1) L {NoMask}
sleep: wait n0.0
A
printf 'step-line\nwhen\n' | "$EULAB" shell loop.asm
printf 'step 2\nsip-return\nwhen\n' | "$EULAB" shell illegal.asm --sip loop.asm --enable illegal-opcode
printf 'break sleep\nc\ndelete all\nstep-line\nwhen\n' | "$EULAB" shell wait.asm --threads 2 --dmask 0xff
printf 'keys c\nsize 70x10\nscreen\n' >keys
"$EULAB" tui loop.asm --keys keys | head -n 2
