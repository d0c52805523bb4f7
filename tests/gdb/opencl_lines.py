"""Sourced by stock gdb: what is asked of a kernel's source, one line after the other, whatever the one before led to. The breakpoint and
its condition are set before `target remote`."""
import gdb

BEFORE = """set breakpoint pending on
set language c
break opencl_lines.cl:7 if x == 5
source connect
set language auto"""
LINES = """continue
bt
info args
next
print r
up
info args
list 16,17
up
print i
info locals
frame 0
finish
delete
tbreak opencl_lines.cl:31 if i == 3
continue
info threads 4
print p
print p.y
print last
print v
print v[2]
print *g
print *l
print *t
print &last[1]
x/2dw g
display last[0]
watch last[0]
continue
reverse-continue
delete
reverse-next
reverse-next
next
info scope twice
thread 2
print i
source gdb-xml/eulab-gdb.py
eu items
eu item 3
eu lanes i
stepi
eu break opencl_lines.cl:33 item 6
continue
print i
monitor delete 1
tbreak opencl_lines.cl:33
continue
undisplay 1
continue"""


def run(line):
    print("(gdb) " + line)
    try:
        gdb.execute(line, from_tty=False)
    except gdb.error as error:
        print(error)


for line in BEFORE.split("\n") + LINES.split("\n"):
    run(line)
