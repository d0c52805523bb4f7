# The samples keep the rules of the manual, but for the opcode that rotate.asm is about and the System Routine without an end.
for asm in samples/*.asm; do "$EULAB" check "$asm"; done
# Each has its launch file and a header that says what to see, the command, and the result.
for asm in samples/*.asm; do
	[ -e "${asm%.asm}.json" ] || echo "$asm has no launch file"
	for word in See Command Result; do grep -q "^// $word: " "$asm" || echo "$asm: no $word"; done
done
true
