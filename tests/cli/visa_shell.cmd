# The shell on vISA: variables, channels that wait, back in time, what an instruction does.
"$EULAB" shell --launch samples/visa/collatz.json -c 'break weigh_1; continue; vars STEPS P1; help addr_add; backtrace; back 3; vars N; masks; vars nothing' 2>&1; echo "status $?"
"$EULAB" shell --launch samples/visa/collatz.json -c 'break next; continue 3; vars ODD STEPS; lanes; info breakpoints; watch 0x100000; delete 1; continue; x/4dw 0x100000'
# Lines and labels are places: a line alone, one of a file by its end or whole, one without an instruction, none; the binary form has no lines.
"$EULAB" shell --launch samples/visa/collatz.json -c 'break 40; break collatz.visaasm:42; break samples/visa/collatz.visaasm:45; info breakpoints; continue; list 53; until nxet' 2>&1; echo "status $?"
"$EULAB" shell --launch samples/visa/collatz.json -c 'break 1000' 2>&1; "$EULAB" shell --launch samples/visa/collatz.json -c 'break colatz.visaasm:3' 2>&1
"$EULAB" as samples/visa/collatz.visaasm -o "$T/collatz.isa"; sed 's/visaasm/isa/' samples/visa/collatz.json >"$T/isa.json"
"$EULAB" shell --launch "$T/isa.json" -c 'break next; continue; break 40' 2>&1; echo "status $?"
