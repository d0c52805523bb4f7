# The shell on vISA: variables, channels that wait, back in time, what an instruction does.
"$EULAB" shell --launch samples/visa/collatz.json -c 'break weigh_1; continue; vars STEPS P1; help addr_add; backtrace; back 3; vars N; masks; vars nothing' 2>&1; echo "status $?"
"$EULAB" shell --launch samples/visa/collatz.json -c 'break next; continue 3; vars ODD STEPS; lanes; info breakpoints; watch 0x100000; delete 1; continue; x/4dw 0x100000'
