# serve: --launch samples/divergence.json
# echo
source gdb-xml/eulab-gdb.py
source connect
break *high
continue
print $r4.v8_float[7]
monitor reset
print $r4.v8_float[7]
print $pc
monitor goto 3
x/i $pc
print $pc
mon goto 5
monitor restart 1
eu goto 2
monitor checkpoint
eu reset
monitor restart 1
monitor goto
