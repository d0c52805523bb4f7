# serve: --launch samples/divergence.json
# echo
source connect
set dprintf-style agent
dprintf *high,"at 0x%x\t%c%5d|%-4d| %llu\n", $ip, 65, -3, $chan, 5LL
dprintf *even,"%d%%\n", *(int*)0
break *together
info breakpoints
continue
reverse-continue
