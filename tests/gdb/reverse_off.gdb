# serve: --launch samples/divergence.json --history 0
# echo
source connect
stepi
monitor when
monitor goto 1
monitor checkpoint
monitor restart 1
reverse-stepi
