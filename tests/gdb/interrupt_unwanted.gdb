# Ctrl-C while gdb goes on by itself, from stops that nobody wants to see: it counts for the next resume.
# serve: --dmask 0xff tests/gdb/loop.asm
# echo
source connect
python
import os, signal, threading
def soon(event):
    global timer
    if timer is None:
        timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
def arm(event):
    global timer
    timer = None
timer = None
gdb.events.cont.connect(soon)
gdb.events.stop.connect(arm)
end
echo -- a condition of gdb's\n
break self if $r5.v8_int32[0] == 77
continue
delete
echo -- ignore\n
break self
ignore 2 100000000
continue
delete
echo -- a watched expression whose value stays\n
watch $r5.v8_int32[0] * 0
continue
delete
detach
