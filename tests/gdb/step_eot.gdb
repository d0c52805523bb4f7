# Stepping an EOT: its thread has ended and cannot step any more, but back; another is selected. The last EOT ends the program.
# serve: samples/illegal.asm --threads 2 --dmask 0x3
# echo
source connect
set scheduler-locking on
stepi 5
info line *$pc
stepi
info threads
stepi
thread 2
stepi
next
set scheduler-locking off
stepi
reverse-stepi
stepi
set scheduler-locking off
thread 3
stepi
info line *$pc
continue
