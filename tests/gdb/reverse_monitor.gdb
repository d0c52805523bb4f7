# serve: --launch samples/divergence.json
# echo
source connect
monitor break together
continue
monitor break high if any r5.0<8;8,1>:d == 2
reverse-continue
print $r5.v8_int32
reverse-continue
continue
continue
continue
