# Groups: gdb's i386 finds no register in one of ours, so there is none; with eulab-gdb.py there are, and x86 comes last.
# serve: --launch samples/divergence.json
# echo
source connect
info registers grf
