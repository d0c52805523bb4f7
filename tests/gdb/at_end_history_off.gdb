# The end is a stop, where one can look; without history nobody can go back.
# serve: --launch samples/calls.json --at-end stop --history 0
# target: extended-remote
# echo
source connect
continue
print $r4.v8_int32
reverse-stepi
