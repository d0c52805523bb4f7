# A line a channel, and commands with the registers of another thread.
"$EULAB" shell --launch samples/divergence.json -c 'until odd; lanes; lanes r4:f * 2; lanes/x r3:d + pc; on 0.3 print pc; on 0 set r4:f = 3; print r4:f'
"$EULAB" shell --launch samples/reduction.json -c 'break last; continue; on 7 lanes r10:w; on 3.2 print r4.2<0;1,0>:ud; on 7.1 on 0 print r4.0; print r4.0'
for line in 'on 0 step' 'on 0 prnt' 'lanes [0x4000000]:ud' 'lanes r4::' 'on 0' 'lanes/q' 'on x p 1' 'on 0.32 p 1' 'help lanes' 'help on'; do
	"$EULAB" shell --launch samples/divergence.json -c "$line" 2>&1
done
"$EULAB" shell --launch samples/divergence.json -c "run; lanes; info threads"
