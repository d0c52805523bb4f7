# serve: --launch samples/calls.json
# echo
source connect
echo -- in a function that is stepped over, and in a range that is stepped through\n
monitor break inner
next
next
next
backtrace
next
finish
continue
