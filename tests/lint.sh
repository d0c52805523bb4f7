#!/bin/sh
# lint.sh FILE.[ch]... - checks the direction of includes, cited notes and generations, and runs
# clang-format and cppcheck over the files.
set -eu
cd "$(dirname "$0")/.."
tests/check_includes.sh
tests/check_notes.sh
if grep -rn 'gen [=!]= \|EU_GEN[0-9]* [=!]=' $(ls -d sim exception eu debug stub ui 2>/dev/null); then
	echo "lint: outside isa/ a generation is asked for its traits (isa/gen.h), not compared" >&2
	exit 1
fi
clang-format --dry-run -Werror "$@"
for file; do
	shift
	case $file in *.c) set -- "$@" "$file" ;; esac
done
cppcheck -q --std=c11 --enable=warning,portability --inline-suppr --suppress=nullPointerRedundantCheck \
	--suppress=preprocessorErrorDirective --error-exitcode=1 -I . -D_GNU_SOURCE -DEULAB_VERSION='""' \
	'-Djson_array_foreach(a,i,v)=for(;;)' '-Djson_object_foreach(o,k,v)=for(;;)' "$@"
