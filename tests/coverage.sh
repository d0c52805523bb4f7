#!/bin/bash
# coverage.sh BUILD ROOM... - lines that the tests of BUILD, compiled with --coverage, reached in each room.
set -u
build=$1
shift
for room in "$@"; do
	find "$build/$room" -name '*.gcda' -exec gcov -n {} + 2>/dev/null |
		awk -v room="$room" '/^File / { mine = index($2, "\047" room "/") == 1 }
			mine && /^Lines executed/ { split($2, a, /[:%]/); hit += a[2] / 100 * $4; all += $4; mine = 0 }
			END { printf "%-10s %5.1f %% of %d lines\n", room, all ? 100 * hit / all : 0, all }'
done
