# Two gdbs at one server: the second comes while the first has the machine run.
# serve: --dmask 0xff tests/gdb/loop.asm
# echo
source connect
python
import os, signal, subprocess, threading
def second():
    with open("second.log", "w") as log:
        subprocess.run(["gdb", "-nx", "-batch", "-x", "tests/gdb/observer_running.look"], stdout=log, stderr=log)
    os.kill(os.getpid(), signal.SIGINT)
def start(event):
    gdb.events.cont.disconnect(start)
    threading.Thread(target=second).start()
gdb.events.cont.connect(start)
end
continue
shell cat second.log
print $pc == (long)&self
stepi
