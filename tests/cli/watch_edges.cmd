# Watchpoints beside what is written hit nothing; those that share a byte with it do: of an EU, of GCN.
watch() { echo "$2"; "$EULAB" shell --launch "samples/$1" -c "watch $2; continue" 2>&1 | sed -n 2p; }
for range in 0xffffc 0xfffff,1 0xffffc,5 0x1007ff,1 0x1007fc,8 0x100800; do watch mandelbrot.json $range; done
for range in 0xffffc 0xfffff,1 0xffffc,5 0x1001ff,1 0x1001fc,8 0x100200; do watch gcn/barriers.json $range; done
