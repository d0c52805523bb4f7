# AMD GCN with one gdb thread for each wave.
# serve: --launch samples/gcn/barriers.json --gdb-threads eu
# echo
source connect
info threads
thread 3
stepi
info threads
