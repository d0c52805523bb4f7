# Commands that cannot be, each with what gdb says of it; the session goes on behind them.
# serve: --launch samples/divergence.json
# also: gdb-multiarch
source gdb-xml/eulab-gdb.py
source connect
python
for line in ('run', 'start', 'starti', 'generate-core-file core', 'checkpoint', 'record full', 'tstart', 'info auxv',
             'info proc', 'call low()', 'print low(1)', 'catch syscall', 'return', 'set non-stop on', 
             'finish', 'set $rax = 1', 'set $ce = 0', 'set $tm0[0] = 5', 'set $cr0.f.exc = 0x3f', 'print/x $tm0[0]', 'print/r $cr0', 'set $pc = 4', 'print $r128', 'x/x 0xffffffff',
             'break *0x4', 'continue 0', 'thread 9', 'info frame', 'info signals SIGILL', 'info line 99',
             'eu goto 99999999999', 'eu goto there', 'eu restart 9', 'eu reset now', 'eu sip-return', 'eu break nowhere',
             'set var $r4.v8_float[8] = 1', 'print $r4.v8_float[8]', 'stepi 2'):
    print('> ' + line)
    try:
        print(gdb.execute(line, to_string=True).rstrip())
    except gdb.error as error:
        print(error)
end
delete
break odd
continue
backtrace
finish
