# ignore: so many stops of a breakpoint do not come; going back does not count, and 0 ends it.
"$EULAB" shell --launch samples/mandelbrot.json <<'LINES'
break again
ignore 1 3
continue
break
ignore 1 1
reverse-continue
break
continue
ignore 1 5
ignore 1 0
condition 1 if any 0
ignore 1 2
break
ignore
ignore 1
ignore 1 x
ignore 2 1
LINES
echo "status $?"
