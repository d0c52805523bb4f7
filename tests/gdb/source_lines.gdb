# serve: --launch samples/divergence.json
# echo
source connect
list 8,14
next
next
step
info line
info line *0xa5
info line 21
tbreak divergence.asm:20
continue
info breakpoints
until
advance parity
break high
continue
list high
next 5
where
delete
thread 8
next
next 100
