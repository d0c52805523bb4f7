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
# In the manual a line may end after each | of an argument: some are longer than a line.
part_commands() {
	awk -F'"' '/^SUBCOMMAND\(/ { gsub(/[|]/, "|\\:", $4); gsub(/[|]\\: /, "| ", $4); print ".It Cm " $2 (($4 == "") ? "" : " Ar \"" $4 "\""); print $6 }' ui/commands.def
}
part_debugger() { # a row of eu/cli/ takes the place of the one of that name in ui/
	awk -F'"' '/^(CMD|OWN)\(/ {
		gsub(/[|]/, "|\\:", $4); gsub(/[|]\\: /, "| ", $4)
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
part_rules() { # of single instructions and whole programs
	awk -F'"' '/^(RULE|PROGRAM|DISPATCH)\(/ { split($0, part, "\", "); print ".It Cm " $2 (/^PROGRAM/ || /, WARNING,/ ? " , No warning" : "")
		text = $(NF - 1); sub(/^\./, "\\\\\\&.", text); print text; if ($4 != "") print ".Pq " $4 }' isa/rules.def
}
part_expression() { # what `help print` and `help lanes` say
	awk -F'"' '/^CMD\((PRINT|LANES),/ { gsub(/\\n/, "\n", $10); text[FILENAME == "ui/cmds.def" && $2 == "lanes" ? "" : $2] = $10 }
		END { print text["print"]; print ""; print "In a line of lanes:"; print text["lanes"] }' ui/cmds.def eu/cli/cmds.def
}
part_gcn_lints() {
	awk -F'"' '/^LINT\(/ { print ".It Cm " $2; print $4 }' gcn/lints.def
}
part_options() {
	awk -F'"' '/^OPTION\(/ {
		arg = ($3 ~ /NULL/) ? "" : $4; help = (arg == "") ? $4 : $6
		letter = match($3, /\047.\047/) ? substr($3, RSTART + 1, 1) " , Fl " : ""
		if (arg ~ /^\[/) flag = "-" $2 "[=" substr(arg, 2); else flag = "-" $2 ((arg == "") ? "" : " Ar " arg)
		print ".It Fl " letter flag; print help }' ui/options.def
}
# --- completion: bash, zsh, fish; a line for each command, option or word list ---
# NAME, help of each command; NAME, argument, kinds of commands, help of each option, help in a few words.
command_rows() { awk -F'"' '/^SUBCOMMAND\(/ { print $2 "\t" $6 }' ui/commands.def; }
option_rows() {
	awk -F'"' '
		FILENAME ~ /commands/ { if (/^SUBCOMMAND\(/) { split($1, id, /[(,]/); ids[++n] = id[2]; names[n] = $2 } next }
		/^#define MACHINE/ { machine = $0 }
		/^OPTION\(/ {
			arg = ($3 ~ /NULL/) ? "" : $4; help = (arg == "") ? $4 : $6; set = (arg == "") ? $3 : $5; list = ""
			if (set ~ /MACHINE/) set = set machine
			for (i = 1; i <= n; i++) if (set ~ /~0u/ || index(set, "ON(" ids[i] ")")) list = list " " names[i]
			sub(/(; |: | \().*/, "", help); gsub(/\047/, "", help)
			print $2 "\t" (arg == "" ? "-" : arg) "\t" substr(list, 2) "\t" help }' ui/commands.def ui/options.def
}
# OPTION, commands ("-": all), words, kind ("-": one): rows of ui/words.def, and those of other tables.
word_rows() {
	awk -F'"' '/^WORDS\(/ { print $2 "\t" ($4 == "" ? "-" : $4) "\t" $6 "\t" ($8 == "" ? "-" : $8) }' ui/words.def
	printf 'enable\t-\t%s\tlist\n' "$(awk -F'[,"] *' '/^EXC\(/ && $6 >= 0 { print $3 }' sim/exceptions.def | paste -sd' ')"
	printf 'gpu\t-\t%s\t-\n' "$(awk -F'"' '/^DEVICE\(/ { print $2 }' gpu/devices.def | paste -sd' ')"
	awk -F'"' '/^QUIRK\(/ { n = split($4, v, "|"); list = ""; for (i = 1; i <= n; i++) list = list " " $2 "=" v[i]; print "quirk\t-\t" substr(list, 2) "\t+" }' sim/quirks.def
}
argument_rows() {
	awk -F'"' '/^ARGUMENTS\(/ { print $2 "\t" $4 }' ui/words.def
	command_rows | cut -f1 | paste -sd' ' | sed 's/^/help\t/'
	awk -F'"' '/^OP\(/ && !seen[$2]++ { print $2 }' isa/opcodes.def | paste -sd' ' | fold -sw 100 | sed 's/^/help\t/; s/ *$//'
	awk -F'"' '/^TOPIC\(/ { print $2 }' eu/cli/topics.def | paste -sd' ' | sed 's/^/help\t/'
}
part_bash_options() { option_rows | awk -F'\t' '{ print "\t_eulab_option " $1 " " $3 }'; }
part_bash_words() { word_rows | awk -F'\t' '{ print "\t_eulab_words " $1 " \"" ($2 == "-" ? "" : $2) "\" \"" ($4 == "-" ? "" : $4) "\" " $3 }'; }
part_bash_arguments() {
	command_rows | awk -F'\t' '{ list = list " " $1 } END { print "\t_eulab_arguments \"\" help" list }'
	argument_rows | awk -F'\t' '{ print "\t_eulab_arguments " $1 " " $2 }'
}
part_zsh_options() { option_rows | awk -F'\t' '{ print "_eulab_option " $1 " \047" $4 "\047 " $3 }'; }
part_zsh_words() { part_bash_words | sed 's/^\t//'; }
part_zsh_arguments() { argument_rows | awk -F'\t' '{ print "_eulab_arguments " $1 " " $2 }'; }
part_zsh_commands() {
	printf "_eulab_command help 'the commands, or one of them, an opcode or a topic'\n"
	command_rows | awk -F'\t' '{ gsub(/\047/, "", $2); print "_eulab_command " $1 " \047" $2 "\047" }'
}
part_fish_commands() {
	printf "complete -c eulab -n __fish_use_subcommand -a help -d 'the commands, or one of them, an opcode or a topic'\n"
	command_rows | awk -F'\t' '{ gsub(/\047/, "", $2); print "complete -c eulab -n __fish_use_subcommand -a " $1 " -d \047" $2 "\047" }'
}
part_fish_options() {
	option_rows | awk -F'\t' '{
		takes = ($2 == "-" || $2 ~ /^\[/) ? "" : " -r"
		print "complete -c eulab -n \047__fish_seen_subcommand_from " $3 "\047 -l " $1 takes " -d \047" $4 "\047" }'
}
part_fish_words() { # the rows of some commands come first; a row of all others excludes them
	word_rows | awk -F'\t' '{
		from = $2 == "-" ? (taken[$1] == "" ? "" : " -n \047not __fish_seen_subcommand_from" taken[$1] "\047") : " -n \047__fish_seen_subcommand_from " $2 "\047"
		taken[$1] = taken[$1] " " $2
		list = $4 == "list" ? "(__eulab_list " $3 ")" : $3
		print "complete -c eulab" from " -l " $1 ($4 == "=" ? " -f" : " -x") " -a \047" list "\047" }'
}
part_fish_arguments() { argument_rows | awk -F'\t' '{ print "complete -c eulab -n \047__fish_seen_subcommand_from " $1 "\047 -a \047" $2 "\047" }'; }
# --- Vim: a dot in a name is matched, the others are keywords ---
part_vim_opcodes() {
	awk -F'"' '/^OP\(/ && !seen[$2]++ && $2 !~ /\./ { print $2 }' isa/opcodes.def | paste -sd' ' | fold -sw 100 | sed 's/^/syntax keyword eulabOpcode /; s/ *$//'
}
part_vim_options() { awk -F'"' '/^OPTION\(/ { print "syntax keyword eulabOption " $2 }' isa/dialects.def; }
part_vim_registers() { # those with a number at their ends, and the others
	local numbered plain
	numbered=$({ echo r0 && awk -F'"' '/^REG\(/ { print $2 }' isa/regs.def; } | awk 'sub(/[0-9]+$/, "") && !seen[$0]++' | paste -sd'|')
	plain=$({ echo null && awk -F'"' '/^REG\(/ && $2 !~ /[0-9]$/ && !seen[$2]++ { print $2 }' isa/regs.def; } | paste -sd'|')
	printf "syntax match eulabRegister '\\\\v<((%s)\\\\d+|%s)(\\\\.\\\\d+)=>'\n" "$numbered" "$plain"
}
part_vim_types() { printf "syntax match eulabType '\\\\v:(%s)>'\n" "$(awk -F'"' '/^TYPE\(/ && !seen[$2]++ { print $2 }' isa/types.def | paste -sd'|')"; }
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
			on { last = /\)$/; sub(/^"/, ""); sub(/\\n"\)?$/, ""); gsub(/\\"/, "\""); gsub(/NAME/, "vadd"); gsub(/GEN/, "7"); gsub(/\\/, "\\e")
				sub(/^[.\047]/, "\\\\\\&&"); print; if (last) exit }' eu/cli/templates.def
		echo ".Ed"
	done
}
part_figures() { bench/report --short bench/results/amd-zen5.json bench/results/intel.json; }
part_topics() { # from the golden file of `eulab help WORD` for each; the last, gcn, is no part of the language
	awk '/^\$ gcn$/ { print ".Ed"; exit }
		/^\$ / { if (open) print ".Ed"; print ".Ss " $2; print ".Bd -literal -compact"; open = 1; next }
		{ gsub(/\\/, "\\e"); sub(/^[.\047]/, "\\\\&\&"); print }' tests/cli/topics.out
}
for file in README.md docs/gdb.md docs/gcn.md docs/eulab.1 docs/eulab-asm.7 docs/eulab-samples.7 docs/eulab.bash docs/_eulab docs/eulab.fish docs/eulab.vim; do
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
