# The shadow call stack: backtrace, up, finish, nexti over a call, a channel that was not called.
# serve: --launch samples/calls.json
# echo
source connect
backtrace
break inner
continue
backtrace
info registers rsp rbp
x/2xg $rsp
up
up
frame 0
finish
backtrace
finish
nexti
thread 6
nexti
thread 1
backtrace
finish
delete
continue
