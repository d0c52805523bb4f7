# Stepping an EOT: its thread has ended, and the next step is of one that is left; the last EOT ends the program.
# serve: samples/illegal.asm --threads 2 --dmask 0x3
# echo
source connect
set scheduler-locking on
stepi 5
info line *$pc
stepi
info threads
stepi
set scheduler-locking off
thread 3
stepi
info line *$pc
continue
