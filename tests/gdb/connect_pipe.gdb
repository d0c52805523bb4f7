# serve: --launch samples/divergence.json
# transport: pipe
# echo
source connect
break *high
continue
print $r3.v8_int32
delete
continue
