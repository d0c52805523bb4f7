# A million instructions forward, and back over them to a breakpoint before the first.
# serve: tests/gdb/million.asm
source connect
python
import time
def took(command):
    start = time.time()
    gdb.execute(command, to_string=True)
    return time.time() - start
gdb.execute("break *0x10")
gdb.execute("continue", to_string=True)
gdb.execute("delete")
there = took("monitor goto 1000000")
gdb.execute("maint flush register-cache")
gdb.execute("break *0")
back = took("reverse-continue")
print("ratio %.2f forward %.3f s back %.3f s" % (back / there, there, back))
end
