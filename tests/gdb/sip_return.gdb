# Through entry and return by stepi, under SPF; a host breakpoint on a DebugCtrl instruction comes first.
# serve: --launch samples/breakpoint.json --set cr0=04000000
# echo
source gdb-xml/eulab-gdb.py
source connect
break *here
continue
print/x $cr0.bits
stepi
print $pc
print/x $cr0.bits
print/x $ip
delete
break return
continue
print/x $cr0.bits
stepi
print/x $cr0.bits
print/x $ip
stepi
stepi
print/x $cr0.bits
monitor info exceptions
continue
