# A routine made of .include files: breakpoints by line in them, and steps from one file into the other.
# serve: --launch samples/sip_save_restore.json
# echo
source connect
break sip_serve.inc:4
break sip_save_restore.asm:30
info breakpoints
monitor halt
continue
next
info line *$pc
continue
next
next
list restore_grf,+2
monitor sip-return
maint flush register-cache
info line *$pc
