# AMD GCN: lanes as threads, EXEC, breakpoints, a step of an inactive lane, into the trap handler and back over it, a watchpoint.
# serve: --launch tests/gdb/gcn.json
# echo
source connect
info threads 1 40
break *0x10
continue
print $vcc
print/x $exec
stepi
monitor threads
thread 1.2
print $v0
stepi
print $pc
print $v2
thread 1.3
print $v2
info registers status mode
print/x $ttmp0
stepi
print/x $s5
reverse-stepi
reverse-stepi
print/x $pc
print $status
delete
watch *(int *)0x100008
continue
x/3dw 0x100000
reverse-continue
x/3dw 0x100000
print/x $pc
delete
monitor info exceptions 0
monitor info spaces
monitor x/2xw 0xffff100000000204
monitor raise host
monitor catch all
continue
stepi
continue
