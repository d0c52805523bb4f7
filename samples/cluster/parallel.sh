#!/bin/bash
# parallel.sh N FOLDER COMMAND... - N parts of COMMAND by GNU parallel, and their reports in one on stdout. What parallel is to do is
# said in PARALLEL, as `PARALLEL="-S node1,node2"`; FOLDER must be the same everywhere. Called again it goes on where it was ended.
# Status: the merged report's; 1: a part has none.
# shellcheck source=samples/cluster/common.sh
. "$(dirname "$0")/common.sh"
missing | tr , '\n' | sed '/^$/d' |
	parallel --will-cite --quote --env INPUT --retries 3 --joblog "+$folder/log" "$here/shard.sh" '{}' "$n" "$folder" "$@" >&2
finish
