# Back and forth through calls: the stack goes along.
# serve: --launch samples/calls.json
# echo
source connect
break inner
continue
backtrace
reverse-stepi
backtrace
reverse-stepi
reverse-stepi
print $pc
print $rsp
stepi
stepi
stepi
backtrace
delete
break low
continue
reverse-finish
delete
nexti
reverse-nexti
print $pc
print $rsp
