# serve: --launch samples/divergence.json
# echo
source connect
info os
stepi
info os eus
python
try: gdb.execute("info os files")
except gdb.error as e: print(e)
end
