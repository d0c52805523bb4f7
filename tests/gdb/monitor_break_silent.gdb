# serve: --launch samples/divergence.json
# echo
source connect
echo -- why a breakpoint cannot fire\n
monitor break *8
monitor break 0x1000
monitor break 0x41
monitor break nowhere
monitor break high if any r4. >
monitor break high if
monitor break high if any r4.0<8;8,1>:f > r2.0<8;8,1>:w ? 1 : 0
monitor break high unless
break *0x28
break *0x2000
break *low
continue
monitor break
continue
echo -- what has no value at the breakpoint stops\n
monitor break list
monitor delete all
continue
