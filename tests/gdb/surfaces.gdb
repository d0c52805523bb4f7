# serve: --launch samples/blur.json
# echo
source connect
monitor surfaces
monitor info surf
monitor save 1 in.ppm
shell cmp in.ppm samples/blur.ppm && echo as it was
x/4xb 0x100000
monitor load 0 in.ppm
x/4xb 0x100000
monitor save 0 out.png
monitor load 1 out.png
monitor load 2 out.png
monitor load 1 nothing.png
monitor load 1
monitor save x out.png
break *corners
continue
monitor save 0 here.pgm
reverse-continue
x/4xb 0x100000
