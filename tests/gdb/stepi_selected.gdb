# serve: --launch samples/divergence.json
# echo
source connect
break *parity
thread 3
continue
thread 2
stepi
info threads
delete
break *high
thread 7
continue
thread 5
stepi
p $_thread
stepi
