# A client that leaves stops the machine where it stands; the next one goes on from there.
# serve: --launch samples/divergence.json
# echo
source connect
break *high
continue
delete
detach
source connect
info symbol $pc
print $r3.v8_int32
continue
source connect
info symbol $pc
kill
