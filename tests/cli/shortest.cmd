# The shortest form of every command of the shell, as its help says it; and some of them, typed.
shell() { "$EULAB" shell --launch samples/${2:-calls.json} -c "$1" 2>&1; }
names=$(shell help | sed -n 's/^\([a-z-]*\) .*- .*/\1/p')
shell "$(for n in $names; do echo "help $n;"; done | tr '\n' ' ')" | sed -n 's/^shortest: //p' | paste -d ' ' <(echo "$names") - | paste -sd , | fold -s -w 120
shell 'help vars' visa/collatz.json | grep shortest
shell 's 2; th; rest; ba 1; w; disab 1' | tail -n 9
for short in thr re; do shell "$short" | head -n 3; done
