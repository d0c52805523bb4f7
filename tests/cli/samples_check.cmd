# The samples keep the rules of the manual, but for the opcode that rotate.asm is about and the System Routine without an end.
for asm in samples/*.asm; do "$EULAB" check "$asm"; done
true
