# serve: --launch samples/divergence.json
# echo
source connect
break *high if $ce == 0x80
continue
print/x $ce
print $r5.v8_int32
