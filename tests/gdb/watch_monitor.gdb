# monitor watch: registers by name; the stop says which, and the watchpoint stays when gdb's go.
# serve: --launch samples/reduction.json --gdb-threads=eu
# echo
source connect
monitor watch r5 3
monitor rwatch r4.2:uw 1
monitor awatch f0.1:uw 2
monitor watch 0xffff000400000080
monitor watch ip
monitor watch r4.9
monitor watch r4 99
monitor watch nowhere
monitor watch
continue
continue
watch *(int *)0xffff000400000080
continue
monitor watch
delete
monitor delete 1 4
reverse-continue
monitor delete all
monitor watch
continue
