# Words that lead to a topic: an option, a register, a message; what is an opcode, too; what is neither.
"$EULAB" help topics
for word in nomask ANYV jip '<8;8,1>' hf add math wrod; do "$EULAB" help "$word" | head -3; done
