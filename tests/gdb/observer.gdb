# Two gdbs at one server: the second looks on while the first stands, and while it runs.
# serve: tests/gdb/loop.asm
# echo
source connect
stepi
shell gdb -nx -batch -x tests/gdb/observer.look 2>&1
stepi
