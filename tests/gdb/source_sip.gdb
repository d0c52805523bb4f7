# serve: --launch samples/sip_dispatch.json
# echo
source connect
break illegal.asm:10
break sip_dispatch.asm:on_illegal
info breakpoints
continue
step
next
continue
list
step
delete
tbreak return
continue
next
next
next
next
