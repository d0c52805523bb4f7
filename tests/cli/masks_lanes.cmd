# masks and lanes show the selected thread, `all` every one; `list` marks where the thread stands; what needs no kernel.
shell() { "$EULAB" shell --launch samples/reduction.json "$@"; }
shell -c 'thread 2; masks' | sed -n '3,5p'
shell -c 'masks 3' | grep -c '^thread'
shell -c 'masks all' | grep -c '^thread'
shell -c 'thread 2; lanes r1.0:ud' | sed -n '3,6p'
shell -c 'lanes all r1.0:ud' | grep -c '^thread'
shell -c 'lanes all' | grep -c '#'
shell -c 'on 5 masks; thread' | sed -n '1,2p;$p'
shell -c 'masks 8'; shell -c 'masks all 2'; shell -c 'lanes all +'
"$EULAB" shell --launch samples/gcn/barriers.json -c 'lanes all v0' | grep '^thread\|^  63'
echo '-- the marker of list'
"$EULAB" shell --launch samples/calls.json -c 'step; list low 2; list 9 1; until low; list low 2' | grep '^=>\|^   [0-9]'
echo '-- channels that were not dispatched'
"$EULAB" shell --launch samples/divergence.json --dmask 0xa5 -c masks -c lanes -c 'channel 1'
echo '-- without a kernel'
for line in 'help masks' 'info messages barrier' 'info opcodes' 'info messages nosuch' 'info threads' masks 'print 1' nosuch r4; do
	"$EULAB" shell -c "$line" 2>&1 | sed -n 1,3p; echo "status ${PIPESTATUS[0]}"
done
"$EULAB" shell --launch samples/gen9/demo.json -c 'info messages untyped_read' | head -1
"$EULAB" shell </dev/null
"$EULAB" shell -i -c help </dev/null
