# serve: --launch samples/blur.json --files .
# transport: tcp
# echo
source connect
monitor save 1 in.ppm
shell cmp in.ppm samples/blur.ppm && echo as it was
monitor load 0 in.ppm
monitor save 0 ../out.png
monitor save 0 /tmp/out.png
monitor load 0 samples/blur.ppm
shell ln -s samples/blur.ppm near
monitor load 0 near
monitor save 0 near
monitor load 0 listening
monitor save 0 listening
shell mkdir in
monitor save 1 in/again.ppm
shell cmp in/again.ppm in.ppm && echo the same
