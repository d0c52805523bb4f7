#!/bin/bash
# docs.sh write|check - writes, or compares, the parts of README.md and docs/ that come from tables
# and golden files. A part stands between the comments `begin NAME [ARG]` and `end NAME`; the
# function part_NAME prints it.
set -u
cd "$(dirname "$0")/.."
mode=$1 rc=0
# The messages that are simulated or not ($1), with their generations unless all have them since
# Gen7.
message_names() {
	awk -F', *' -v want="$1" '/^MSG\(/ && $6 == want {
			of = $5 == "EU_GEN8X" ? " (Gen8, Gen9)" : $5 == "EU_GEN9" ? " (Gen9)" : ""
			split($0, text, "\"")
			print text[2] of
		}' isa/messages.def | sort -u | paste -sd'|' | sed 's/|/, /g'
}
part_simulated() {
	echo
	echo "| what | simulated | stops by name (status 3), not simulated in this version |"
	echo "|---|---|---|"
	awk -F'"' '/^OP\(/ { if ($(NF - 1) ~ /no specification/) no = no " " $2; else yes = yes " " $2 }
		END { print "| opcodes |" yes " |" (no ? no : " -") " |" }' isa/opcodes.def
	local yes no
	yes=$(message_names 1)
	no=$(message_names 0)
	echo "| messages | $yes | $no |"
	echo "| exceptions | $(awk -F'"' '/^EXC\(/ { print $2 }' sim/exceptions.def | paste -sd, | sed 's/,/, /g') | - |"
	echo
}
part_kernels() { # from the golden file of what tests/siptest_corpus.sh says
	awk -F'\t' '
		{ total++ }
		$2 == "end" { ended++; next }
		!($2 in n) { order[++reasons] = $2 }
		{ n[$2]++; names[$2] = names[$2] (names[$2] == "" ? "" : ", ") "`" $1 "`" }
		END {
			printf "\n%d of the %d kernels run to their ends, with inputs where they need some; the others stop at a message, by name:\n\n", ended, total
			print "| message that is not simulated | kernels |\n|---|---|"
			for (i = 1; i <= reasons; i++) printf "| %s | %s |\n", order[i], names[order[i]]
			print ""
		}' tests/golden/corpus_ends.tsv
}
indented() { sed 's/^/    /; s/ *$//'; }
part_session() { # from the golden file of `make demo`
	echo
	{
		echo '$ make demo'
		sed -n '/^(gdb) break \*small/,/^== A register/p; /^(gdb) thread 4/,/^== An illegal/p
			/^(gdb) break \*sip_dispatch/,/^== Its service/p' tests/demo/demo.golden | grep -v '^==' | cat -s
	} | indented
}
part_run() { # from the golden file of these commands
	echo
	grep -v '^exit 0$' tests/cli/readme.out | indented
	echo
}
part_shell() { # from the golden file of these commands
	echo
	grep -v '^exit 0$' tests/cli/readme_shell.out | indented
	echo
}
part_screen() { # the second of a golden file
	echo
	echo '$ build/eulab tui --launch samples/divergence.json' | indented
	echo
	awk '/^== / { n++; next } n == 2' tests/screen/divergence.screen | indented
	echo
}
part_gdb() { # a session: the golden file tests/gdb/$1.out
	echo
	grep -v '^(gdb) \(source gdb-xml\|python \|monitor goto\|monitor restart\|monitor sip-return\|frame$\)' "tests/gdb/$1.out" |
		grep -v '^\[Inferior 1 (process 1) detached\]$' | indented
	echo
}
part_packets() {
	echo
	echo '| packet | what it does |'
	echo '|---|---|'
	awk -F'"' '/^(PKT|CTL)\(/ { print "| `" $2 "` | " $6 (/^CTL/ ? " (controlling client)" : "") " |" }' stub/packets.def
	echo
}
part_views() { # digits, then letters; a row of eu/cli/ takes the place of the one with that key in ui/
	awk -F'"' '/^VIEW\(/ { if ($2 !~ /[0-9]/ && !($2 in rows)) letters[++n] = $2; rows[$2] = ".It Ic " $2 "\n" $4 ": " $6 }
		END { for (i = 1; i <= 10; i++) if (i % 10 in rows) print rows[i % 10]; for (i = 1; i <= n; i++) print rows[letters[i]] }' ui/tui/views.def eu/cli/views.def
}
part_keys() { # a lone colon or bracket is punctuation to mdoc
	awk -F'"' 'function row(key, text) { if (index(":[]", key)) key = "\\&" key; print ".It Ic \"" key "\""; print text }
		/^KEY\(/ { row($2, $6) }
		/^RUN_KEY\(/ { row($4, $8) }' ui/tui/keys.def
}
part_dispatch() {
	awk -F'"' '/^DISPATCH\(/ { print ".It Cm " $2; print $4 }' eu/cli/dispatch.def
}
part_opencl() {
	awk -F'"' '/^ARG\(/ { print ".It Cm " $2; text = $0; sub(/^[^,]*, "[^"]*", [^,]*, "/, "", text); sub(/"\)$/, "", text); gsub(/\\"/, "\"", text); print text }' eu/cli/opencl.def
}
part_commands() {
	awk -F'"' '/^SUBCOMMAND\(/ { print ".It Cm " $2 (($4 == "") ? "" : " Ar \"" $4 "\""); print $6 }' ui/commands.def
}
part_debugger() { # a row of eu/cli/ takes the place of the one of that name in ui/
	awk -F'"' '/^(CMD|OWN)\(/ {
		text = ".It Ic " $2 (($4 == "") ? "" : " Ar \"" $4 "\"") "\n" $6 (/^OWN/ ? " (not for monitor)" : "")
		if (FILENAME == "ui/cmds.def") order[++n] = $2
		else if (!($2 in text_of)) order[++n] = $2
		text_of[$2] = text }
		END { for (i = 1; i <= n; i++) print text_of[order[i]] }' ui/cmds.def eu/cli/cmds.def
}
part_sip_lints() {
	awk -F'"' '/^SIP_LINT\(/ { print ".It Cm " $2; print $4; print ".Pq " $6 }' sim/sip_lints.def
}
part_lints() {
	awk -F'"' '/^LINT\(/ { print ".It Cm " $2; print $4; print ".Pq " $6 }' sim/lints.def
}
part_gcn_lints() {
	awk -F'"' '/^LINT\(/ { print ".It Cm " $2; print $4 }' gcn/lints.def
}
part_options() {
	awk -F'"' '/^OPTION\(/ {
		arg = ($3 ~ /NULL/) ? "" : $4; help = (arg == "") ? $4 : $6
		if (arg ~ /^\[/) flag = "-" $2 "[=" substr(arg, 2); else flag = "-" $2 ((arg == "") ? "" : " Ar " arg)
		print ".It Fl " flag; print help }' ui/options.def
}
part_bash_commands() {
	awk -F'"' '/^SUBCOMMAND\(/ { list = list " " $2 }
		END { print "\t\tmapfile -t COMPREPLY < <(compgen -W \"help" list "\" -- \"$word\")" }' ui/commands.def
}
part_bash_options() { # those that each command takes
	local id name
	awk -F'[(,"]' '/^SUBCOMMAND\(/ { print $2, $4 }' ui/commands.def | while read -r id name; do
		awk -F'"' -v id="ON($id)" '/^#define MACHINE/ { machine = $0 }
			/^OPTION\(/ { set = $0; sub(/, "[^"]*"\)$/, "", set)
				if (index(set, id) || /~0u/ || (set ~ /MACHINE/ && index(machine, id))) list = list " --" $2 }
			END { print "\t'"$name"') options=\"" substr(list, 2) "\" ;;" }' ui/options.def
	done
}
part_bash_exceptions() { # those with an enable bit
	awk -F'[,"] *' '/^EXC\(/ && $6 >= 0 { list = list " " $3 } END { print "\t--enable) words=\"" substr(list, 2) "\" ;;" }' sim/exceptions.def
}
part_samples() { # the comment at the head of each: a sentence, then See, Command, Result as they stand
	local f
	for f in samples/*.asm; do
		awk -v name="$(basename "$f" .asm)" 'function put(s) { gsub(/\\/, "\\e", s); sub(/^[.\x27]/, "\\&\&", s); print s }
			!/^\/\// { exit }
			{ sub(/^\/\/ ?/, "") }
			NR == 1 { print ".It Sy " name; sub(/^[a-z_0-9]*: */, "") }
			/^$/ { if (shown) exit; shown = 1; print ".Bd -literal -compact"; next }
			!shown { while (match($0, /\. [A-Z]/)) { put(substr($0, 1, RSTART)); $0 = substr($0, RSTART + 2) } } # mdoc wants it
			{ put($0) }
			END { if (shown) print ".Ed" }' "$f"
	done
}
part_formats() {
	awk -F'[(,]' '/^FORMAT\(/ && $2 != "RAW" { list = list (list == "" ? "" : ", ") $2 } END { print list "." }' sim/formats.def | fold -s -w 78 | sed 's/ *$//'
}
part_template() { # what `eulab new kernel vadd` writes
	local ending
	for ending in .asm .json; do
		echo ".Bd -literal -offset indent"
		awk -v start="FILE_OF(KERNEL, \"$ending\"," 'index($0, start) == 1 { on = 1; next }
			on && !/^"/ { exit }
			on { last = /\)$/; sub(/^"/, ""); sub(/\\n"\)?$/, ""); gsub(/\\"/, "\""); gsub(/NAME/, "vadd"); gsub(/\\/, "\\e")
				sub(/^[.\047]/, "\\\\\\&&"); print; if (last) exit }' eu/cli/templates.def
		echo ".Ed"
	done
}
part_topics() { # from the golden file of `eulab help WORD` for each
	awk '/^\$ / { if (open) print ".Ed"; print ".Ss " $2; print ".Bd -literal -compact"; open = 1; next }
		/^exit 0$/ { print ".Ed"; exit }
		{ gsub(/\\/, "\\e"); sub(/^[.\047]/, "\\\\\\&\&"); print }' tests/cli/topics.out
}
for file in README.md docs/gdb.md docs/gcn.md docs/eulab.1 docs/eulab-asm.7 docs/eulab-samples.7 docs/eulab.bash; do
	new=$(mktemp)
	skip=
	while IFS= read -r line; do
		case $line in
		'<!-- begin '* | '.\" begin '* | *'# begin '*)
			printf '%s\n' "$line"
			name=${line#*begin }
			skip=${name%% *}
			name=${name#"$skip"}
			name=${name# }
			declare -F "part_$skip" >/dev/null || { echo "$file: nobody makes the part $skip" >&2 && exit 1; }
			"part_$skip" "${name%% *}"
			;;
		'<!-- end '"$skip"* | '.\" end '"$skip"* | *'# end '"$skip"*) skip= && printf '%s\n' "$line" ;;
		*) [ -n "$skip" ] || printf '%s\n' "$line" ;;
		esac
	done <"$file" >"$new"
	if [ "$mode" = write ]; then
		cat "$new" >"$file"
	else
		diff -u "$file" "$new" || { rc=1; echo "$file is not current: make docs"; }
	fi
	rm -f "$new"
done
# Every key of launch files and of requests to exec must stand in its section of the manual page.
has_keys() { # SECTION FILE...
	local section=$1 key
	shift
	for key in $(sed -n '/const keys\[\]/,/;/p' "$@" | grep -o '"[a-z_]*"' | tr -d '"' | sort -u); do
		sed -n "/^.Sh $section/,/^.Sh [^$(printf %.1s "$section")]/p" docs/eulab.1 | grep -qw -- "$key" ||
			{ rc=1 && echo "docs/eulab.1, $section: no key $key"; }
	done
}
# Code must report every rule of --lint somewhere.
for id in $(sed -n 's/^LINT(\([A-Z0-9_]*\),.*/\1/p' sim/lints.def); do
	grep -rqw "EU_LINT_$id" sim --include='*.c' || { rc=1 && echo "sim/lints.def: nobody reports $id"; }
done
for id in $(sed -n 's/^LINT(\([A-Z0-9_]*\),.*/\1/p' gcn/lints.def); do
	grep -qw "GCN_LINT_$id" gcn/*.c || { rc=1 && echo "gcn/lints.def: nobody reports $id"; }
done
has_keys 'AMD GCN LAUNCH FILE' gcn/cli/launch.c
has_keys 'LAUNCH FILE' eu/cli/launch_file.c eu/cli/surface.c
has_keys 'TEST PROTOCOL' eu/cli/exec.c
mandoc -T lint -W warning docs/*.[17] || rc=1
exit $rc
