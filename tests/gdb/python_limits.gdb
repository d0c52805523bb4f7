# The functions of eulab-gdb.py at the last channel and behind it, and packets that bring no reply.
# serve: --launch samples/divergence.json
# echo
source connect
source gdb-xml/eulab-gdb.py
python
def refused(*lines):
    for line in lines:
        print('> ' + line)
        try:
            gdb.execute(line)
        except gdb.error as error:
            print(error)
end
break *together
continue
print $_lane($r4.v8_float, 7)
print $_lane("r4:f", 7)
print $_lane("pc", 31) == $_lane("pc", 30)
print $_mask(7) + $_mask(31)
print $_lane($r4.v16_int16, 15) == $r4.v16_int16[15]
print $_lane($r4.v32_int8, 31) == $r4.v32_int8[31]
python refused('print $_lane($r4.v16_int16, 16)', 'print $_lane($r4.v32_int8, 32)')
python refused('print $_lane($r4.v8_float, 8)', 'print $_lane("r3:d", 8)', 'print $_lane($r4.v8_float, 32)', 'print $_lane("pc", 32)', 'print $_lane("pc", -1)', 'print $_mask(32)', 'print $_mask(-1)')
python print([_eulab_packet("qC"), _eulab_packet("qEuNothing"), _eulab_packet("QEuStep:zz"), _eulab_packet("")])
python print([_eulab_instruction(0), _eulab_instruction(0xdead0000)])
python
def of(said):
    execute, gdb.execute = gdb.execute, lambda *a, **k: said
    try:
        return _eulab_packet("qC")
    finally:
        gdb.execute = execute
end
python print([of(said) for said in ('', 'received: "a"', 'sending: "qC"\n', 'received: "', 'received: ""\n', 'sending: "qC"\nreceived: "a"b"\n')])
disconnect
python print([_eulab_packet("qC"), _eulab_instruction(0)])
