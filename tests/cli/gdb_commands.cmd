# Lines typed at gdb's prompt: the commands of a breakpoint resume, beside what gdb disassembles when it reports the stop.
typed() {
	printf '%s\n' 'set pagination off' 'set confirm off' "$@" 'tbreak *store' continue kill 'echo the end\n' |
		timeout 60 "$EULAB" gdb --launch samples/mandelbrot.json -- -nx 2>&1 | grep -o '\$[0-9]* = .*\|^=>.*\|^1:.*\|^Thread.*\|the end' | tail -4
}
typed 'break *again' commands silent 'print $_mask()' continue end
typed 'display/i $pc' 'break *again' commands 'print $_mask()' continue end
typed 'define hook-stop' 'x/i $pc' end continue
typed 'set disassemble-next-line on' 'break *again' commands continue end
