#!/bin/bash
# shard.sh K N FOLDER COMMAND... - part K of N: COMMAND --shard K/N, whose report is FOLDER/K.json once
# it is whole. A part that has one is not run again, so that this may be called as often as one likes,
# even twice at the same time. INPUT=FILE is what COMMAND reads. Status 1: there is no report.
set -u
k=$1 n=$2 folder=$3
shift 3
[ ! -e "$folder/$k.json" ] || exit 0
draft=$(mktemp "$folder/.$k.XXXXXX") || exit 1
"$@" --shard "$k/$n" <"${INPUT:-/dev/null}" >"$draft"
status=$?
if tail -n 1 "$draft" | grep -q "^{\"shard\":\"$k/$n\","; then
	chmod 644 "$draft" && mv "$draft" "$folder/$k.json" # at once, and whole
	exit
fi
rm -f "$draft"
echo "part $k/$n ended with status $status and no whole report" >&2
exit 1
