# `set pc`: a channel put at an instruction, the first one too; what is no address of one; it goes on from there.
sh() { "$EULAB" shell --launch samples/calls.json -c "step 3; $1" 2>&1 | tail -n +4; }
sh 'set pc = 0; where; step; where'
sh 'set pc = 8; where'
sh 'set pc = outer; where'
for bad in 5 -16 1.5 r2; do sh "set pc = $bad" | tail -n 1; done
