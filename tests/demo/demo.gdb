# serve: --launch tests/demo/demo.json
# transport: unix
# echo
source gdb-xml/eulab-gdb.py
echo == A Gen7 kernel under stock gdb: eight channels, each a thread of gdb ==\n
source connect
echo \n== Its first instructions ==\n
x/6i $pc
echo \n== A breakpoint inside the divergent branch ==\n
break *small
continue
info threads
echo \n== A register, as the floats of the eight channels ==\n
print $r5.v8_float
echo \n== The other way: channel 3 goes on by one instruction ==\n
thread 4
stepi
x/i $pc
print $r5.v8_float
echo \n== An illegal opcode enters the System Routine ==\n
delete
break *sip_dispatch
continue
print $cr0.f.exc
print/x $cr0.f.aip
x/i $cr0.f.aip
x/3i $pc
echo \n== Its service skips the instruction: AIP moves by 16 ==\n
break *return
continue
print/x $cr0.f.aip
x/i $pc
echo \n== The return to the application ==\n
stepi
x/2i $pc
print $cr0.f.exc
echo \n== The program's end ==\n
delete
continue
