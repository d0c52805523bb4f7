# The same by gdb alone, and return from a function: gdb has what it asks for.
# serve: tests/gdb/frames.asm --dmask 0xff --enable illegal-opcode --sip tests/gdb/frames_sip.asm
# echo
source connect
break advance
continue
backtrace
info frame
up 3
finish
info frame
return
backtrace
info registers rip rsp eflags
thread apply 1 8 print $pc
info breakpoints
python
def refused(line):
    try:
        gdb.execute(line, to_string=True)
    except gdb.error as e:
        print(line + ":", e)
refused("set $rsp = $rsp - 4")
refused("set $rsp = $rsp + 4")
refused("set $rsp = $rsp + 1")
end
stepi
finish
