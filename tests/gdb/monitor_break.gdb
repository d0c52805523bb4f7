# serve: --launch samples/divergence.json
# echo
source connect
monitor help break
monitor break
echo -- lanes: the stop names the channels, and is on one of them\n
monitor break high if any r4.0<8;8,1>:f > 10
monitor break even if all chan < 2
monitor break odd if all r3.0<8;8,1>:d < 4
continue
info threads
continue
print $r4.v8_float
continue
monitor break list
echo -- the selected channel, where it is among them\n
monitor reset
maint flush register-cache
monitor delete all
monitor break parity
thread 3
continue
monitor delete 4
monitor delete 4
monitor delete
echo -- at the place of a breakpoint of gdb's whose condition is false\n
monitor reset
maint flush register-cache
break *even if $ip == 0
monitor break even
continue
