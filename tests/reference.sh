#!/bin/sh
# reference.sh BUILD - makes BUILD/reference from the objects of BUILD; sim/engine.o is compiled
# anew there. Nothing of BUILD has been linked yet. `make run-reference` runs it.
set -eu
cd "$1"
mkdir reference
for room in input machine gcn visa isa sim exception debug eu gpu opencl stub ui program tests; do
	find "$room" -name '*.o' | while read -r object; do
		mkdir -p "reference/$(dirname "$object")"
		ln "$object" "reference/$object"
	done
done
cp -p .flags reference/
rm reference/sim/engine.o
