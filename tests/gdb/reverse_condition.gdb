# serve: --launch samples/divergence.json
# echo
source connect
set breakpoint condition-evaluation target
break *together
continue
break *high if (unsigned)$ce == 0xe0
break *high if $ce == 0xc0
reverse-continue
print $r5.v8_int32
reverse-continue
print $r5.v8_int32
reverse-continue
continue
delete 3
break *even if $ip == 0
reverse-continue
continue
continue
