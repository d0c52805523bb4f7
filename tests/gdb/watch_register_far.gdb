# Who wrote r32 last? 200 million instructions ago: what is watched costs nothing where no instruction can write it.
# serve: --engine fast --dmask 0xff tests/gdb/watch_register_far.asm
# echo
source connect
break last
continue
watch *(int *)(0xffff000000000000 + 32*0x20)
reverse-continue
print/x $pc
continue
continue
