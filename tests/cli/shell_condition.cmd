# condition: of a breakpoint that is there, as for break or as in gdb, and taken away; what it refuses.
"$EULAB" shell --launch samples/calls.json <<'LINES'
help condition
break low if any r2.0<8;8,1>:w > 100
condition 1 if all r2.0<8;8,1>:w >= 0
break
continue
condition 1 any 0
run
tbreak inner
condition 2 r2.0<8;8,1>:w > 6
run
condition 1
run
break
condition
condition 3
condition 2 1
condition x 1
condition 1 r2 +
condition 1 if
condition 1 item 0
condition 1 item
watch r4
condition 3 1
break low 1
LINES
echo "status $?"
