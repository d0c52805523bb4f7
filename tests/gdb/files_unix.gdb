# serve: --launch samples/blur.json
# echo
source connect
monitor save 1 in.ppm
shell cmp in.ppm samples/blur.ppm && echo as it was
monitor load 0 samples/blur.ppm
monitor load 0 listening
monitor save 0 listening
shell mv in.ppm in.png; mkfifo p.png
monitor load 0 p.png
monitor save 0 p.png
