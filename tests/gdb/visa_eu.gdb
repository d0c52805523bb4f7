# vISA with one gdb thread for each of the machine's: what monitor says before the first instruction and behind the last.
# serve: --launch samples/visa/collatz.json --gdb-threads eu
# echo
source connect
info threads
monitor insn
monitor why
break weigh_1
continue
info threads
monitor insn
delete
continue
