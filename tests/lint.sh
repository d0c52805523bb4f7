#!/bin/sh
# lint.sh FILE.[ch]... - include direction, clang-format, cppcheck over the files.
set -eu
cd "$(dirname "$0")/.."
tests/check_includes.sh
clang-format --dry-run -Werror "$@"
for file; do
	shift
	case $file in *.c) set -- "$@" "$file" ;; esac
done
cppcheck -q --std=c11 --enable=warning,portability --inline-suppr --suppress=nullPointerRedundantCheck \
	--suppress=preprocessorErrorDirective --error-exitcode=1 -I . -D_GNU_SOURCE -DEULAB_VERSION='""' \
	'-Djson_array_foreach(a,i,v)=for(;;)' '-Djson_object_foreach(o,k,v)=for(;;)' "$@"
