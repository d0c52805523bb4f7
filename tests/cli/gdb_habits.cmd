# What a user of gdb types at the shell's prompt: `set var`, $pc, `dis` and `disas`, a thread with its channel.
shell() { "$EULAB" shell --launch samples/divergence.json -c 'step 4' -c "$1" 2>&1 | tail -n +4; }
shell 'set var r4.0:d = 3; print r4.0:d; set variable r4.1:d = 4; print r4.1:d'
shell 'set $pc = even; print pc'
for bad in 'set var' 'set var =' 'set var = 5' 'set varr4 = 1' 'set vari r4 = 1' 'set $pcx = 1'; do shell "$bad"; done
shell 'break even; dis 1; break; dis; disas even 1'
shell 'thread 0.3; print chan; thread 0; channel'
for bad in 0.9 1.3 0.x 0. .3 '0.3 1'; do shell "thread $bad"; done
