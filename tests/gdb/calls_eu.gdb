# EU threads as gdb threads: the same stack.
# serve: --launch samples/calls.json --gdb-threads=eu
# echo
source connect
tbreak inner
continue
backtrace
finish
nexti
nexti
nexti
nexti
print $pc
