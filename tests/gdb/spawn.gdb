# Children appear when they are spawned, eight channels each; back in time they are not there yet.
# serve: --launch samples/spawn.json
# echo
source connect
python print(len(gdb.selected_inferior().threads()))
break *child
python gdb.execute("continue", to_string=True)
python print(len(gdb.selected_inferior().threads()), gdb.selected_thread().name)
print/x $r0.v8_int32[6]
delete
reverse-continue
python gdb.execute("info threads", to_string=True)
python print(len(gdb.selected_inferior().threads()))
continue
