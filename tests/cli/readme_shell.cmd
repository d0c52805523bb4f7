# The session of README.md in the shell: `make docs` shows this output there.
show() { echo "\$ $1" && eval "${1//build\/eulab/\$EULAB}" 2>&1; }
show "build/eulab shell --launch samples/divergence.json -c 'until odd; step thread; print r4:f; back; x/2i pc'"
show "build/eulab shell --launch samples/illegal.json -c 'catch illegal-opcode; run; finish; print r10; continue; dump'"
