#!/bin/sh
# reference.sh BUILD - makes BUILD/reference: the objects of BUILD, of which nothing is linked yet and sim/engine.o is
# to be compiled anew. Run by `make run-reference`.
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
