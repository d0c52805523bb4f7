#!/bin/bash
# tour.sh EULAB [FILE] - prints docs/tour.md, or FILE, with the output that its commands really give
# when they run in order in a scratch folder with samples/. In the indented parts `$ ` begins a
# command, `> ` continues it, and `(gdb) ` begins a line for the gdb that it starts; the output
# follows.
set -u
eulab=$(realpath "$1") tour=$(realpath "${2:-docs/tour.md}") top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/tour" && cp -r "$top/samples" "$work/tour/" && rm -f "$work"/tour/samples/*.png
ln -s "$eulab" "$work/bin/eulab"
cat >"$work/bin/gdb" <<END
#!/bin/sh
exec $(command -v gdb) -nx -batch -ex 'set pagination off' -ex 'set width 0' -ex 'set confirm off' -ex 'set debuginfod enabled off' \\
	-ex 'set style enabled off' "\$@" -ex 'set trace-commands on' -x $work/lines
END
chmod +x "$work/bin/gdb"
export PATH=$work/bin:$PATH EULAB_GDB=$work/bin/gdb HOME=$work XDG_CACHE_HOME=$work/cache TERM=dumb LC_ALL=C.UTF-8
cd "$work/tour" || exit 1
: >"$work/lines"
clean() { # of what differs between machines, and of what gdb says of its transfers
	sed -e "s|$work/||g" -e '/^Reading .* from remote target/d' -e '/^warning: File transfers from remote/d' \
		-e '/^Reading symbols from target/d' -e '/detached\]$/d' -e '/^+echo/d; /^++*python _eulab/d; /^++*eulab-before-/d; s/^++*/(gdb) /' -e 's/[ \t]*$//' -e '$a\'
}
command=
flush() { # runs the command that is complete
	[ -n "$command" ] || return 0
	eval "$command" >"$work/out" 2>&1 </dev/null
	clean <"$work/out" | sed 's/^/    /; s/ *$//'
	command=
	: >"$work/lines"
}
inside=
while IFS= read -r line; do
	case $line in
	'    $ '*)
		flush
		command=${line#'    $ '} inside=1
		echo "$line"
		;;
	'    > '*)
		command+=$'\n'${line#'    > '}
		echo "$line"
		;;
	'    (gdb) '*) # of no command here: a part that another test makes
		if [ -n "$inside" ]; then echo "${line#'    (gdb) '}" >>"$work/lines"; else echo "$line"; fi
		;;
	'' | '    '*) [ -n "$inside" ] || echo "$line" ;;
	*)
		flush
		[ -z "$inside" ] || echo
		inside=
		echo "$line"
		;;
	esac
done <"$tour"
flush
