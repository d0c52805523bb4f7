# Threads that wait for a slot are none of gdb's; they come with their slot, and their numbers stay.
# serve: --launch samples/matmul.json --eus 1 --gdb-threads=eu
# echo
source connect
info threads
break *store
continue
delete
break *matmul
continue
info threads
