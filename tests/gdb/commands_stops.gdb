# What gdb has to stop, to step and to move: rows of docs/gdb-findings.md, section 3, that no other script has.
# serve: --launch samples/divergence.json
# also: gdb-multiarch
# echo
source gdb-xml/eulab-gdb.py
source connect
hbreak low
thbreak even
info breakpoints
continue
continue
delete
watch $r4.v8_float[0]
continue
info watchpoints
delete
break *odd if $r3.v8_int32[3] > 2 && $r4.v8_float[1] == 1
commands
silent
print $r4.v8_float
thread apply 1 2 5 print $pc
continue
end
tbreak high
continue
thread apply all -q -s info registers rip
thread apply 5 6 x/i $pc
thread name worker
thread find worker
thread find ch7
thread find masked
info threads
thread name
delete
set disassemble-next-line on
stepi
set disassemble-next-line off
display/i $pc
stepi
info display
undisplay 1
jump *meet
source connect
tbreak high
jump *high
info threads
signal 0
source connect
tbreak *together
continue
signal SIGILL
