# After return the registers are those of the caller: no value from before it is shown again.
# serve: samples/calls.asm --dmask 0xff
# echo
source gdb-xml/eulab-gdb.py
source connect
break low
continue
print $ip
print/x $ce
print/x $pcip[0]
return
print $ip
print/x $ce
print/x $pcip[0]
