# docs/gdb.md: conditions, of scalars in the server, of vectors in gdb, of lanes by monitor break and by functions.
# serve: --launch samples/divergence.json
# echo
source gdb-xml/eulab-gdb.py
source connect
break high if $ce & 0x20
break *meet if $r5.v8_int32[7] == 4
break together if $_lane("r4:f", 5) > 10 && $_mask(0)
monitor break high if any r4.0<8;8,1>:f > 10
continue
delete 1
continue
print $r4.v8_float
monitor break
monitor delete all
continue
print $r5.v8_int32[7]
continue
print $r4.v8_float[5]
