# Every command explains itself, and says nothing on stderr.
"$EULAB" --help | head -5
for command in run gdb serve shell tui as dis exec info check siptest; do
	"$EULAB" $command --help 2>"$T/err" | head -1
	cat "$T/err"
done
# Of a command with a machine its options come first.
"$EULAB" help serve | grep -A 1 ':$'
"$EULAB" help dis | grep -A 1 ':$'
"$EULAB" help help | head -1
# An opcode's row in words; in the shell too, where `break` is a command as well. There is help for each.
for opcode in cmp brc math send sends dim nop; do "$EULAB" help $opcode; done
"$EULAB" shell samples/divergence.asm -c 'help break' | tail -4
for opcode in $("$EULAB" info opcodes | sed 1d | cut -c6-14); do "$EULAB" help "$opcode" | head -1 | grep -v "^$opcode - "; done
echo '== a message is described as the generation has it, in the shell as the machine has it'
for gen in "" "--gen 7" "--gen=9" "--gen 11" --gen; do "$EULAB" help untyped_read $gen 2>&1 | head -2; done
"$EULAB" help --gen 9 untyped_read | head -1
"$EULAB" shell --gen 9 samples/divergence.asm -c 'help untyped_read' | head -1
"$EULAB" help mad add
"$EULAB" help --help | head -1
true
