# breakpoints at source lines, for one stop, off and on; what is displayed at each stop
sh() { "$EULAB" shell --launch samples/divergence.json -c "$1"; }
sh 'b 24; b divergence.asm:20; b samples/divergence.asm:32; b *0xf0; break 25; info breakpoints; run; continue; list 24 3; list divergence.asm:1 2; list; until 38; delete 2 5; info b'
for w in 99 nothing.asm:3 divergance.asm:24 divergence.asm:99 99999999999999999999 :24 0 '*24 if any r3:d > 3' '*25' lov; do sh "b $w"; done
printf '0x00600001 0x2040036d 0x00000000 0x76543210\n' >"$T/k.hex"
"$EULAB" shell "$T/k.hex" -c 'b 24'
# a second file, and the routine's
"$EULAB" shell --launch samples/illegal.json -c 'b 12; b sip_dispatch.asm:40; info breakpoints'
sh 'tbreak high; tbreak *high; break low; run; info breakpoints; continue; info breakpoints; continue; continue'
sh 'tbreak high if any r5:d > 1; run; print r5; continue; tbreak; tbreak high; disable; run; info breakpoints; enable 2; run'
sh 'tbreak together; run; tbreak high; reverse-continue; info breakpoints; reverse-continue'
sh 'break high; watch r5; rwatch r6; disable 1; run; disable 2 3; info breakpoints; continue'
sh 'break together; watch r5; disable 2; run; enable; disable 1; reverse-continue; info breakpoints'
for w in 'disable 7' 'enable x' 'delete 3' 'delete 0' 'disable all 1'; do sh "break low; $w"; done
sh 'info breakpoints; display r4:f; display /x r5; display r3; display r2:w; display nothing; display r1000'
sh 'break high; display r4:f; display /x r5; display r3; run; undisplay 2; continue; undisplay; continue; display; undisplay 1'
sh 'break high; display [r4]:d; run; display/q 1'
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17; do echo "display $i"; done >"$T/many"
sh "source $T/many"
