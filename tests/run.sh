#!/bin/bash
# run.sh BUILD [KIND...] - runs the tests of every KIND (default all) and closes with `N passed, N failed, N skipped`.
#   unit  BUILD/tests/test_*          cmocka programs
#   cli   tests/cli/NAME.cmd          shell lines; what they print, and their exit status, is NAME.out
#   screen tests/screen/NAME.keys     keys for `eulab tui` (line 1: its arguments); the screens they lead to are NAME.screen;
#         tests/screens.py          and every script at three sizes, with 256, 8 and no colours, UTF-8 and ASCII, mouse and keys
#   tmux  tests/tmux.sh               the screen on a terminal: size, signals, colours, gdb beside it
#   gdb   tests/gdb/NAME.gdb          stock gdb on a server; what gdb prints is NAME.out (header: see tests/gdb.sh);
#                                     with `# also: gdb-multiarch` that one too
#   lldb  tests/gdb/NAME.lldb         the same with lldb
#   opencl tests/opencl_run.py        every kernel of ../shared/gen9/opencl, as Intel's compiler has made it (tests/opencl.sh);
#          tests/opencl_values.py     what gdb shows of some (make opencl-values: of all), and of those in tests/values
#   demo  tests/demo/demo.sh          `make demo`, and `make demo-opencl` where the driver is
#   tour  docs/tour.md, docs/gcn.md   their commands; what they print stands below each
#   lint  include direction, generated documentation
# KIND:NAME is one test of that kind (cli:check), or those that the pattern NAME matches ('gdb:opencl_*').
# screen:every is tests/screens.py alone: every script in every mode.
# JOBS=N: unit tests, shell lines and sessions of gdb at a time (one a core); REBASE=1 rewrites the golden files; WRAP=valgrind... runs the unit tests under it; CI=true: no skip for want of gdb;
# FIRST=1 ends with the first failure.
set -uo pipefail
cd "$(dirname "$0")/.."
B=$1
shift
[ $# -gt 0 ] || set -- lint unit cli screen tmux gdb lldb opencl demo
EULAB=$(realpath "$B/eulab")
export EULAB LC_ALL=C.UTF-8
passed=0 failed=0 skipped=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

pass() { passed=$((passed + 1)); }
fail() { # NAME FILE: shows why
	failed=$((failed + 1))
	echo "  FAIL    $1"
	sed 's/^/    /' "$2" | head -200
	[ "${FIRST:-0}" != 1 ] || exit 1
}
skip() { # NAME WHY: in CI nothing may be skipped
	if [ "${CI:-false}" = true ]; then
		echo "CI skips nothing: $2" >"$work/why"
		fail "$1" "$work/why"
	else
		skipped=$((skipped + 1))
		echo "  SKIP    $1: $2"
	fi
}
golden() { # NAME GOLDEN ACTUAL: equal, or rewritten with REBASE=1
	[ "${REBASE:-0}" != 1 ] || cp "$3" "$2"
	if diff -u --label "$2" --label 'this run' "$2" "$3" >"$work/diff" 2>&1; then pass; else fail "$1" "$work/diff"; fi
}
# cmocka closes with `[  PASSED  ] N test(s)` and `[  FAILED  ] ...: N test(s), listed below` for each group.
count() { sed -n "s/^\[  $1 *\].* \([0-9][0-9]*\) test(s).*/\1/p" "$2" | awk '{ n += $1 } END { print n + 0 }'; }
run_unit() { # as many at a time as there are cores; what they say, in their order
	local t name rc p f s
	mkdir -p "$work/unit"
	# shellcheck disable=SC2016 # the inner shell's
	printf '%s\n' tests/$only.c | WORK=$work B=$B xargs -P "${JOBS:-$(nproc)}" -I{} sh -c '
		name=$(basename {} .c)
		timeout 600 ${WRAP:-} "$B/tests/$name" >"$WORK/unit/$name.log" 2>&1 </dev/null
		echo $? >"$WORK/unit/$name.rc"'
	for t in tests/$only.c; do
		name=$(basename "$t" .c)
		cp "$work/unit/$name.log" "$work/log"
		rc=$(cat "$work/unit/$name.rc")
		p=$(count PASSED "$work/log") f=$(count FAILED "$work/log") s=$(count SKIPPED "$work/log")
		[ $rc -eq 0 ] || [ "$f" -gt 0 ] || { f=1 && echo "exit status $rc" >>"$work/log"; }
		passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
		if [ "$f" -gt 0 ]; then
			echo "  FAIL    $name"
			grep -v '^\[ *\(OK\|RUN\) *\]' "$work/log" | sed 's/^/    /' | tail -100
		else
			echo "  ok      $name ($p)"
			[ "$s" -eq 0 ] || grep -a '^SKIP\|^\[  SKIPPED \] [a-z_0-9]*$' "$work/log" | sort -u | sed 's/^/    /'
		fi
	done
}
# Writes what each FILE prints to $work/all/FILE, with "exit N" at its end when COMMAND prints that;
# as many run at a time as there are cores.
each() { # COMMAND FILE...: COMMAND is run with the file as $1 and an empty folder as $T
	local command=$1
	shift
	rm -rf "$work/all" && mkdir "$work/all"
	# shellcheck disable=SC2016 # the inner shell's
	printf '%s\n' "$@" | WORK=$work/all COMMAND=$command xargs -P "${JOBS:-$(nproc)}" -I{} bash -c '
		name=$WORK/$(basename "$1") T=$WORK/$(basename "$1").folder
		export T && mkdir "$T"
		eval "$COMMAND" >"$name" 2>&1 </dev/null
		sed -i "s|$T|TMP|g; s|$EULAB|eulab|g" "$name"
		rm -rf "$T"' each {}
}
run_cli() {
	local f before=$((passed + failed))
	# shellcheck disable=SC2016
	each 'timeout 300 bash "$1"; echo "exit $?"' tests/cli/$only.cmd
	for f in tests/cli/$only.cmd; do
		golden "$f" "${f%.cmd}.out" "$work/all/${f##*/}"
	done
	echo "  done    tests/cli ($((passed + failed - before)))"
}
# Runs the keys of FILE.keys, and compares what they print with FILE.SUFFIX. Keys that fail are no golden file.
keys_of() { # FILE SUFFIX
	local args
	read -ra args <<<"$(sed -n '1s/^# eulab tui //p' "$1")"
	if timeout 120 "$EULAB" tui "${args[@]}" --keys "$1" >"$work/out" 2>&1 </dev/null; then
		golden "$1" "${1%.keys}.$2" "$work/out"
	else
		fail "$1" "$work/out"
	fi
}
run_screen() {
	local f before=$((passed + failed))
	for f in tests/screen/$only.keys; do [ ! -e "$f" ] || keys_of "$f" screen; done
	for f in docs/pictures/$only.keys; do [ ! -e "$f" ] || keys_of "$f" svg; done # the screens of the documents
	if [ "$only" != '*' ] && [ "$only" != every ]; then
		:
	elif timeout 1200 tests/screens.py "$EULAB" >"$work/out" 2>&1 </dev/null; then
		pass && sed 's/^/  /' "$work/out"
		! grep -q 'is not here' "$work/out" || skip tests/screens.py "$(grep 'is not here' "$work/out")"
	else
		fail tests/screens.py "$work/out"
	fi
	echo "  done    tests/screen ($((passed + failed - before)))"
}
run_tmux() {
	local c before=$((passed + failed))
	command -v tmux >/dev/null || { skip tests/tmux.sh 'tmux is not here' && return 0; }
	[ -e /dev/pts/ptmx ] || { skip tests/tmux.sh 'no pseudo terminals here (/dev/pts)' && return 0; }
	for c in $(tests/tmux.sh list); do
		# shellcheck disable=SC2053 # a pattern
		[[ $c == $only ]] || continue
		if timeout 120 tests/tmux.sh "$EULAB" "$c" >"$work/out" 2>&1 </dev/null; then pass; else fail "tests/tmux.sh $c" "$work/out"; fi
	done
	echo "  done    tests/tmux.sh ($((passed + failed - before)))"
}
have_gdb() {
	gdb -nx -batch -ex 'python import gdb.disassembler' >/dev/null 2>&1 && return
	skip "$1" 'gdb with Python is not here'
	return 1
}
run_debugger() { # SCRIPT: its output to $work/out
	timeout 600 tests/gdb.sh "$EULAB" "$1" >"$work/out" 2>&1 </dev/null || echo "exit $?" >>"$work/out"
}
run_gdb() {
	local f other before=$((passed + failed))
	have_gdb tests/gdb || return 0
	# shellcheck disable=SC2016
	each 'timeout 600 tests/gdb.sh "$EULAB" "$1" || echo "exit $?"' tests/gdb/$only.gdb
	for f in tests/gdb/$only.gdb; do
		if grep -q '^# kernel:' "$f" && ! command -v ocloc >/dev/null; then
			skip "$f" 'ocloc (intel-opencl-icd) is not here'
			continue
		fi
		if grep -q '^# host:' "$f" && ! { [ -e /usr/include/CL/cl.h ] && [ -e /etc/OpenCL/vendors/intel.icd ]; }; then
			skip "$f" 'the OpenCL driver or its headers are not here'
			continue
		fi
		golden "$f" "${f%.gdb}.out" "$work/all/${f##*/}"
		other=$(sed -n 's/^# also: *//p' "$f")
		if [ -z "$other" ]; then
			continue
		elif ! command -v "$other" >/dev/null; then
			skip "$f" "$other is not here"
		else
			GDB=$other run_debugger "$f"
			REBASE=0 golden "$f, $other" "${f%.gdb}.out" "$work/out"
		fi
	done
	echo "  done    tests/gdb ($((passed + failed - before)))"
}
run_lldb() {
	local f before=$((passed + failed))
	command -v lldb >/dev/null || { skip 'tests/gdb/*.lldb' 'lldb is not here'; return 0; }
	for f in tests/gdb/$only.lldb; do
		[ -e "$f" ] || continue
		for _ in 1 2 3; do # lldb 14 now and then takes its next command before a step has ended, and gives up
			run_debugger "$f"
			cmp -s "$work/out" "${f%.lldb}.out" && break
		done
		golden "$f" "${f%.lldb}.out" "$work/out"
	done
	echo "  done    tests/gdb/*.lldb ($((passed + failed - before)))"
}
run_opencl() {
	local corpus=${EULAB_SHARED:-../shared}/gen9/opencl
	[ -e "$corpus/index.json" ] || { skip tests/opencl_run.py 'no corpus of OpenCL kernels' && return 0; }
	command -v ocloc >/dev/null || { skip tests/opencl_run.py 'ocloc (intel-opencl-icd) is not here' && return 0; }
	tests/opencl.sh "$corpus" build/opencl-corpus >"$work/out" 2>&1 && tests/opencl_run.py "$EULAB" "$corpus" build/opencl-corpus >"$work/out" 2>&1
	# shellcheck disable=SC2181
	if [ $? -eq 0 ]; then pass && sed 's/^/  /' "$work/out"; else fail tests/opencl_run.py "$work/out"; fi
	if tests/opencl_engines.py "$EULAB" 1 4 "$work/engines" >"$work/out" 2>&1; then
		pass && sed 's/^/  /' "$work/out"
	else
		fail tests/opencl_engines.py "$work/out"
	fi
	command -v clang >/dev/null || { skip tests/opencl_values.py 'clang, which compiles the kernels for the host, is not here' && return 0; }
	have_gdb tests/opencl_values.py || return 0
	look_at_values "$corpus" build/opencl-corpus --kernels saxpy,struct,switch,two_kernels.second,noinline
	tests/opencl.sh tests/values build/values >"$work/out" 2>&1 || { fail 'tests/opencl.sh tests/values' "$work/out" && return 0; }
	look_at_values tests/values build/values --folders skl-O0,bdw-O0
}
look_at_values() { # CORPUS BUILD OPTION...
	if tests/opencl_values.py "$EULAB" "$@" --visits 2 >"$work/out" 2>&1; then
		pass && sed 's/^/  /' "$work/out"
	else
		fail "tests/opencl_values.py $1" "$work/out"
	fi
}
run_demo() {
	have_gdb tests/demo || return 0
	if tests/demo/demo.sh "$EULAB" >"$work/out" 2>&1 </dev/null; then pass; else fail demo "$work/out"; fi
	[ -e /usr/include/CL/cl.h ] && [ -e /etc/OpenCL/vendors/intel.icd ] || { skip demo-opencl 'the OpenCL driver or its headers are not here' && return 0; }
	if tests/demo/opencl.sh "$EULAB" >"$work/out" 2>&1 </dev/null; then pass; else fail demo-opencl "$work/out"; fi
}
run_tour() {
	have_gdb docs/tour.md || return 0
	local f
	for f in docs/tour.md docs/gcn.md; do
		timeout 120 tests/tour.sh "$EULAB" "$f" >"$work/out" 2>"$work/err" </dev/null || echo "exit $?" >>"$work/out"
		cat "$work/err" >>"$work/out"
		golden "$f" "$f" "$work/out"
	done
}
run_lint() {
	if tests/check_includes.sh >"$work/out" 2>&1; then pass; else fail 'include direction' "$work/out"; fi
	if tests/check_notes.sh >"$work/out" 2>&1; then pass; else fail 'notes that are cited' "$work/out"; fi
	if tests/docs.sh check >"$work/out" 2>&1; then pass; else fail 'generated documentation' "$work/out"; fi
}
for kind in "$@"; do
	only=${kind#*:}
	[ "$only" != "$kind" ] || only='*'
	[ "$only$kind" != '*unit' ] || only='test_*'
	"run_${kind%%:*}"
done
[ $((passed + failed + skipped)) -gt 0 ] || { echo "no test is called $*" >"$work/why" && fail "$*" "$work/why"; }
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
