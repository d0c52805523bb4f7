#!/bin/sh
# Fails when a comment cites a note or an erratum that does not exist: docs/NAME.md must be a file,
# Enn must be a row of docs/errata.md.
set -eu
cd "$(dirname "$0")/.."
rc=0
sources=$(git ls-files '*.[ch]' '*.def' '*.sh' '*.cmd' '*.gdb' '*.py' '*.md' 2>/dev/null || find . -name '*.[ch]' -o -name '*.def')
cited() { # REGEX: every match in the sources, once
	# shellcheck disable=SC2086 # a list of files
	grep -hoE "$1" $sources | sort -u
}
for note in $(cited '(docs/)?[a-z][-a-z0-9]*\.md' | grep -v '^/'); do
	case $note in
	docs/*) [ -e "$note" ] || { echo "cited, and not there: $note" && rc=1; } ;;
	design.md | exceptions.md | errata.md | findings.md | gdb-findings.md | semantics.md | encoding.md)
		# shellcheck disable=SC2086
		grep -nE "(^|[^-/a-z])$note" $sources | grep -v '^tests/check_notes.sh' && { echo "say docs/$note" && rc=1; } ;;
	esac
done
for id in $(cited '\bE[0-4][0-9]\b' | tr -d '()'); do
	grep -q "^| $id |" docs/errata.md || { echo "cited, and no row of docs/errata.md: $id" && rc=1; }
done
exit $rc
