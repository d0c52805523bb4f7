# serve: --launch samples/divergence.json --threads 2 --gdb-threads=eu
# echo
source connect
set breakpoint condition-evaluation target
echo -- EU threads as gdb threads: a condition of gdb's, one of the lanes, the second thread's own\n
break *high if (unsigned)$ce == 0xc0
continue
monitor break high if all r5.0<8;8,1>:d == 3
continue
delete
monitor delete all
monitor reset
maint flush register-cache
break *even thread 2 if $ip == 0xa0
continue
info threads
