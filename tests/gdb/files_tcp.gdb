# serve: --launch samples/blur.json
# transport: tcp
# echo
source connect
monitor save 0 out.png
monitor load 0 samples/blur.ppm
shell ls out.png
