# Groups with eulab-gdb.py: grf, arf, and x86 registers come last.
# serve: --launch samples/divergence.json
# echo
source connect
source gdb-xml/eulab-gdb.py
info registers arf
info registers ip $ce
python
said = gdb.execute("info registers", to_string=True).splitlines()
rows = [line.split()[0] for line in said]
print(rows[:2], rows[127:129], rows[-4:], len(rows))
grf = [line.split()[0] for line in gdb.execute("info registers grf", to_string=True).splitlines()] # with the echo
print([row for row in grf if row[0] != "+"] == ["r%d" % n for n in range(128)])
end
python
for groups in ["vector", "r2 float"]: # an error ends the script
    try:
        gdb.execute("info registers " + groups)
    except gdb.error as error:
        print(error)
end
info registers nothing
