# A machine that is no EU: 64 lanes, addresses of 64 bits, instructions of 4 bytes. Steps, breakpoints, lanes, back in time.
# server: test_stub_toy
# echo
source connect
source gdb-xml/eulab-gdb.py
info threads 1 64
x/8i $pc
stepi
stepi
print $v0
thread 64
print $v0
print $lane
break *0x70000000100c
continue
print/x $exec
thread apply 1 40 41 -q print $v1
thread 40
stepi
print $v1
set $v1 = 100
reverse-stepi
print $v1
thread 64
stepi
delete
stepi
thread 1
info threads 64
reverse-stepi
print/x $pc
break *0x70000000100c if $exec & 1
reverse-continue
reverse-continue
reverse-continue
delete
print/x $pc
continue
thread apply 2 40 41 -q print $v1
print $_siginfo
set $v0 = 5
print $v0
info registers v0 ip rip
continue
