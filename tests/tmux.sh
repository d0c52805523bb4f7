#!/bin/bash
# tmux.sh EULAB CASE - runs `eulab tui`, or the shell beside gdb, on a terminal of tmux; CASE is a
# function case_CASE below. `tmux.sh list` names the cases. The status is 0; or 1, with the text
# that was waited for and what the terminal showed. No case waits for a time: `await` waits for a
# text.
set -u
[ "${1:-}" != list ] || { sed -n 's/^case_\([a-z_]*\)() .*/\1/p' "$0"; exit 0; }
eulab=$(realpath "$1") case=$2
cd "$(dirname "$0")/.." || exit 1
work=$(mktemp -d)
mux() { tmux -f /dev/null -S "$work/tmux" "$@"; }
finish() {
	mux kill-server 2>/dev/null
	[ -z "${gdb:-}" ] || kill "$gdb" 2>/dev/null
	[ -z "${shell:-}" ] || kill "$shell" 2>/dev/null
	rm -rf "$work"
}
trap finish EXIT
shown() { mux capture-pane -p -t eulab; }
await() { # TEXT [ROW]: until the terminal shows it
	local i
	for ((i = 0; i < 600; i++)); do
		shown | sed -n "${2:-1,\$}p" | grep -qF -- "$1" && return
		sleep 0.05
	done
	echo "waited for: $1"
	shown | sed 's/^/  | /'
	exit 1
}
press() { mux send-keys -t eulab "$@"; }
# Opens a terminal with a shell whose prompt is `shell$ `.
open_terminal() { # COLUMNS ROWS
	unset TMUX
	mux new-session -d -s eulab -x "$1" -y "$2" \
		"env PS1='shell\$ ' PATH='$PATH' HOME='$work' TERM=screen-256color LC_ALL=C.UTF-8 bash --norc --noprofile"
	mux set -g remain-on-exit on
	await 'shell$'
}
start() { # the program, and what it shows at first
	press "$* '$eulab' tui --launch samples/divergence.json" Enter
	await '1listing'
}
pid_of() { # the shell's only child
	local shell
	shell=$(mux display-message -p -t eulab '#{pane_pid}')
	tr -d ' ' <"/proc/$shell/task/$shell/children"
}
# Asserts that the shell is back at its prompt, and that the terminal echoes, edits lines and takes
# Ctrl-C again.
assert_sane() { # STATUS
	await 'shell$'
	press 'echo "status $?"; stty -a | tr " ;" "\n" | grep -xE "isig|icanon|echo|-isig|-icanon|-echo" | paste -sd" "' Enter
	await "status $1"
	await 'isig icanon echo'
	! shown | grep -q 1listing || { echo 'the screen was left there'; shown; exit 1; }
}
case_keys_and_quit() {
	open_terminal 80 24
	start env
	press s s s s
	await 'ip 0x00000040'
	press Down F1
	await 'keys: j and k scroll, any other key goes back  1-'
	press Down
	await 'goes back  2-'
	press Up
	await 'goes back  1-'
	press NPage
	await 'goes back  20-'
	press PPage
	await 'goes back  1-'
	press q :
	press -l 'print 41'
	press BSpace 2 Enter
	await '42'
	press : Up
	await ':print 42'
	press Enter q
	assert_sane 0
}
case_resize() {
	open_terminal 80 24
	start env
	mux resize-window -t eulab -x 200 -y 50
	await 'VMask'
	mux resize-window -t eulab -x 30 -y 8
	await '30x8 is too small'
	mux resize-window -t eulab -x 80 -y 24
	await '1listing 2channels'
	press q
	assert_sane 0
}
case_terminate() {
	open_terminal 80 24
	start env
	kill -TERM "$(pid_of)"
	assert_sane 0
}
case_crash() {
	open_terminal 80 24
	start env ASAN_OPTIONS=allow_user_segv_handler=1
	kill -SEGV "$(pid_of)"
	assert_sane 139
	[ "$(mux display-message -p -t eulab '#{mouse_any_flag}')" = 0 ] || { echo 'the mouse was not given back'; exit 1; }
}
case_stop_and_go_on() {
	open_terminal 80 24
	start env
	press C-z
	await 'Stopped'
	press fg Enter
	await '1listing'
	press s
	await 'ip 0x00000010'
	press q
	assert_sane 0
}
case_resized_while_stopped() {
	open_terminal 80 24
	start env
	press C-z
	await 'Stopped'
	mux resize-window -t eulab -x 100 -y 30
	press fg Enter
	await ' s step' 30
	press q
	assert_sane 0
}
case_plain_terminal() {
	open_terminal 80 24
	start env TERM=vt100 LC_ALL=C
	await '   > 01234567    9'
	await 'write     000000ff    #      #'
	press q
	await 'shell$'
	shown | grep -qx 'shell\$ *' || { echo 'the prompt is behind the keys of the screen'; shown; exit 1; }
	assert_sane 0
}
# Surfaces in colours, two pixels a cell, where there are 256 of them; shades elsewhere.
picture() { # WAY...: the environment; TEXT of `capture-pane -e` that shows the picture
	open_terminal 80 24
	press "env $1 '$eulab' tui --launch samples/mandelbrot.json" Enter
	await '1listing'
	press 8 z c
	await 'the program has ended'
	local i
	for ((i = 0; i < 200; i++)); do
		mux capture-pane -e -p -t eulab | grep -q "$2" && break
		sleep 0.05
	done
	[ $i -lt 200 ] || { mux capture-pane -e -p -t eulab; exit 1; }
	press q
	assert_sane 0
}
case_picture_in_colours() { picture TERM=screen-256color $'\033\\[38;5;2[0-9]*m\033\\[48;5;2[0-9]*m▀'; }
case_picture_in_shades() { picture 'NO_COLOR=1 LC_ALL=C' '%%%%'; }
case_eight_colours() {
	open_terminal 80 24
	start env TERM=screen
	await '01234567    9'
	press s q
	assert_sane 0
}
# Presses mouse button $1, and releases $2 if given, at column $3 and row $4, counted from 1, in the
# form that terminals report to TERM=screen.
point() {
	local button bytes
	for button in $1 $2; do
		printf -v bytes '\\x%02x' $((32 + button)) $((32 + $3)) $((32 + $4))
		press -l "$(printf '\033[M%b' "$bytes")"
	done
}
mouse_works() {
	point 0 3 2 24 # `s`
	await 'ip 0x00000010'
	point 65 '' 30 6 # the wheel, downwards over the listing
	await '9-15/39'
	point 0 3 28 2 # 4arf
	await '4 arf: dwords'
	press q
	assert_sane 0
}
case_mouse() {
	open_terminal 80 24
	start env
	mouse_works
}
case_mouse_without_colour() {
	open_terminal 80 24
	start env NO_COLOR=1 LC_ALL=C
	mouse_works
}
# Presses that follow one another at once are told apart, also with a key behind them.
case_fast_mouse() {
	local click=$'\033[M "8' release=$'\033[M#"8' # button, column 2, row 24: `s`
	open_terminal 80 24
	start env
	press -l "$click$release$click$release$click${release}s"
	await 'ip 0x00000040'
	press q
	assert_sane 0
}
# A report of more than 30 characters is none, and what is left of it are keys; one with the most digits is one. A button
# counts with Shift, Alt and Ctrl, too; other buttons do nothing, nor what is released.
case_long_mouse_report() {
	report() { press -l "$(printf '\033[<%s;2;24%s' "$1" "${2:-M}")"; }
	open_terminal 80 24
	start env
	report "$(printf %024d 0)"
	await 'ip 0x00000010'
	report "$(printf %025d 0)"
	await 'M does nothing'
	press s
	await 'ip 0x00000020'
	report 1
	report 2
	report 32
	report 0 m
	report 4
	await 'ip 0x00000030'
	report 8
	await 'ip 0x00000040'
	report 28
	await 'ip 0x00000050'
	press s
	await 'ip 0x00000060'
	press q
	assert_sane 0
}
# Each way to show it at one size, with the mouse and without: what is on the terminal is what the
# same keys show without one.
ways() { # COLUMNS ROWS LAUNCH
	local environment options mouse expected launch=samples/$3.json
	open_terminal "$1" "$2"
	printf '%s\n' "size $1x$2" 'keys i*8 3 j s 2 >' screen >"$work/keys"
	while IFS='|' read -r environment options; do
		for mouse in '' --no-mouse; do
			# shellcheck disable=SC2086 # several options
			expected=$("$eulab" tui --launch "$launch" $options --keys "$work/keys" | sed 1d)
			press "clear; env $environment '$eulab' tui --launch $launch $mouse" Enter
			await ' s step'
			press i i i i i i i i 3 j
			if [ -z "$mouse" ] && [ "${environment#*vt100}" = "$environment" ]; then
				press -l "$(printf '\033[<0;2;%dM\033[<0;2;%dm' "$2" "$2")" # `s`
			else
				press s
			fi
			press 2 '>'
			await_screen "$expected"
			if [ "${options#*none}" != "$options" ] && mux capture-pane -e -p -t eulab | grep -q $'\033\\[\\([0-9]*;\\)*[34][0-8][;m]'; then
				echo "colours: $environment"
				exit 1
			fi
			press q
			await 'shell$'
		done
	done <<-'END'
		TERM=xterm-256color|--colors 256
		TERM=screen|--colors 8
		TERM=xterm-256color NO_COLOR=1|--colors none
		TERM=xterm-256color LC_ALL=C|--colors 256 --ascii
		TERM=vt100 LC_ALL=C|--colors none --ascii
	END
	assert_sane 0
}
await_screen() { # TEXT: until the terminal shows this and nothing else
	local i
	for ((i = 0; i < 600; i++)); do
		[ "$(shown)" != "$1" ] || return 0
		sleep 0.05
	done
	shown | diff <(echo "$1") -
	exit 1
}
case_ways_wide() { ways 132 43 divergence; }
case_ways_usual() { ways 80 24 divergence; }
case_ways_small() { ways 40 10 divergence; }
case_ways_gcn_wide() { ways 132 43 gcn/barriers; }
case_ways_gcn() { ways 80 24 gcn/barriers; }
case_ways_gcn_small() { ways 40 10 gcn/barriers; }
case_ways_visa_wide() { ways 132 43 visa/collatz; }
case_ways_visa() { ways 80 24 visa/collatz; }
case_ways_visa_small() { ways 40 10 visa/collatz; }
# Pasted text is no keys; a prompt takes its first line.
case_paste() {
	open_terminal 80 24
	start env
	press -l $'\033[200~quit\rssss\rR\033[201~'
	await 'pasted text is for a prompt'
	await 'at the start'
	press :
	press -l $'\033[200~print 6 * 7\rquit\r\033[201~'
	await ':print 6 * 7'
	press Enter
	await ' 42'
	press q
	assert_sane 0
}
# A size that changes while it runs, also to one that is too small.
case_resized_while_it_runs() {
	open_terminal 80 24
	printf 'loop:\n jmpi (1) loop {NoMask}\n' >"$work/loop.asm"
	press "'$eulab' tui '$work/loop.asm'" Enter
	await '1listing'
	press c
	await 'EU instructions/s'
	local size
	for size in '20 5' '132 43' '40 10' '1 1' '100 30'; do
		mux resize-window -t eulab -x "${size% *}" -y "${size#* }"
	done
	await ' s step' 30
	await 'EU instructions/s'
	press x
	await 'interrupted at'
	press q
	assert_sane 0
}
case_no_mouse() {
	open_terminal 80 24
	press "'$eulab' tui --no-mouse --launch samples/divergence.json" Enter
	await '1listing'
	[ "$(mux display-message -p -t eulab '#{mouse_any_flag}')" = 0 ] || { echo 'the mouse was taken'; exit 1; }
	press q
	await 'shell$'
	start env
	[ "$(mux display-message -p -t eulab '#{mouse_any_flag}')" = 1 ] || { echo 'the mouse was not taken'; exit 1; }
	press q
	assert_sane 0
}
case_unknown_terminal() {
	open_terminal 80 24
	press "TERM=nonesuch '$eulab' tui samples/divergence.asm" Enter
	await "eulab: the terminal's type 'nonesuch' is not known or has no cursor"
	assert_sane 1
	press "TERM=dumb '$eulab' tui samples/divergence.asm" Enter
	await "eulab: the terminal's type 'dumb' is not known or has no cursor"
	assert_sane 1
}
# An endless loop: the screen refreshes while it runs, and a key stops it.
case_running() {
	open_terminal 80 24
	printf 'loop:\n jmpi (1) loop {NoMask}\n' >"$work/loop.asm"
	press "'$eulab' tui '$work/loop.asm'" Enter
	await '1listing'
	press c
	await 'EU instructions/s'
	press c
	await 'interrupted at'
	press :continue Enter
	await 'running'
	press x
	await 'interrupted at'
	press q
	assert_sane 0
}
# gdb drives, the screen follows; a key here stops the machine there.
case_gdb() {
	open_terminal 100 30
	printf 'loop:\n add (8) r4.0<1>:d r4.0<8;8,1>:d 1:d\n jmpi (1) loop {NoMask}\n' >"$work/loop.asm"
	press "'$eulab' tui --listen 'unix:$work/socket' '$work/loop.asm'" Enter
	await '1listing'
	await 'eulab-gdb.py'
	await '/socket' 1
	start_gdb stepi "shell until [ -e '$work/go' ]; do sleep 0.05; done" continue stepi detach
	await 'step finished at'
	press ':set r4:d = 7' Enter
	await 'set: gdb is connected'
	touch "$work/go"
	await 'running'
	press x
	await 'gdb has gone'
	end_gdb SIGINT
	press s
	await 'step finished at'
	press q
	assert_sane 0
}
# Starts gdb in the background with these commands.
start_gdb() { # COMMAND...
	printf '%s\n' "target remote $work/socket" "$@" >"$work/gdb"
	timeout 60 gdb -nx -batch -x "$work/gdb" >"$work/gdb.log" 2>&1 </dev/null &
	gdb=$!
}
end_gdb() { # TEXT: that it has said
	wait "$gdb"
	gdb=
	grep -q "$1" "$work/gdb.log" || { cat "$work/gdb.log"; exit 1; }
}
# gdb drives while the shell looks on and keeps the line that is being typed. Ctrl-C in the shell
# stops the machine for gdb; `continue` in the shell ends when gdb comes.
case_shell_gdb() {
	open_terminal 100 40
	printf 'loop:\n add (8) r4.0<1>:d r4.0<8;8,1>:d 1:d\n jmpi (1) loop {NoMask}\n' >"$work/loop.asm"
	press "'$eulab' shell --listen 'unix:$work/socket' '$work/loop.asm'" Enter
	await '(eulab)'
	press 'print 40 + 2'
	await '(eulab) print 40 + 2'
	start_gdb stepi continue stepi 'monitor when' detach
	await 'gdb has come'
	await '0x00000010'
	press Enter
	await '42'
	press step Enter
	await 'step: gdb is connected, and runs the machine'
	press 'set r4:d = 7' Enter
	await 'set: gdb is connected, and runs the machine'
	press break Enter
	await 'no breakpoints'
	press C-c
	await 'gdb has gone'
	end_gdb SIGINT
	await 'interrupted at'
	press step Enter
	press C-l 'print 5 * 11' Enter
	await '55'
	press continue Enter
	start_gdb stepi detach
	end_gdb detached
	press C-l 'print 6 * 11' Enter
	await '66'
	press quit Enter
	await 'shell$'
	[ ! -e "$work/socket" ] || { echo 'the socket was left there'; exit 1; }
	assert_sane 1 # that of the last error
}
# The same with a pipe as the keyboard; SIGTERM ends the shell.
case_shell_gdb_pipe() {
	mkfifo "$work/in"
	"$eulab" shell --listen "unix:$work/socket" --launch samples/divergence.json <"$work/in" >"$work/out" 2>"$work/err" &
	shell=$!
	exec 3>"$work/in"
	until [ -S "$work/socket" ]; do kill -0 $shell && sleep 0.05 || exit 1; done
	start_gdb stepi detach
	end_gdb detached
	printf 'when\nstep\nprint 6 * 7\n' >&3
	until grep -q '^ *42' "$work/out"; do kill -0 $shell && sleep 0.05 || { cat "$work/out" "$work/err"; exit 1; }; done
	kill $shell
	wait $shell || { echo "status $?"; exit 1; }
	shell=
	exec 3>&-
	grep -q 'gdb has come' "$work/out" && grep -q 'gdb has gone' "$work/out" && [ ! -e "$work/socket" ] ||
		{ cat "$work/out" "$work/err"; exit 1; }
}
# The terminal goes away while the machine runs, with and without a server.
case_hangup() {
	local listen pid i
	for listen in '' "--listen 'unix:$work/socket'"; do
		open_terminal 80 24
		printf 'loop:\n jmpi (1) loop {NoMask}\n' >"$work/loop.asm"
		press "'$eulab' tui $listen '$work/loop.asm'" Enter
		await '1listing'
		press c
		await 'EU instructions/s'
		pid=$(pid_of)
		mux kill-server
		for ((i = 0; i < 600; i++)); do
			[ -e "/proc/$pid" ] || continue 2
			sleep 0.05
		done
		kill -9 "$pid"
		echo "it goes on without a terminal: $listen"
		exit 1
	done
}
"case_$case"
