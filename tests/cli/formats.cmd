# gdb's formats, the format as a word of its own, and a register whose type nobody said
"$EULAB" shell --launch samples/divergence.json -c 'until together; print r4; print r5; print r6 * 2; print/x r4; print /x r4:f; print /z 5; print /t r5; print /c [even]:ub; print /d r4; print /u r4:d; print /o r5.6; print /f r4; print /f 3; print /a [0x8]:ud; print /a even + 16; lanes /f r4; x /2xw even; x/4cb even; x /2aw 0; x /1tb 0'
for f in 'print /q r4' 'print /xx r4' 'print /x' 'lanes /4 r4' 'x /4qw 0' 'list /x'; do "$EULAB" shell --launch samples/divergence.json -c "$f"; done
