# The rows of design.md 3.5: what bench/bench.sh writes, as bench/report reads it.
cat >"$T/bench.json" <<'END'
{"machine":"M","noisy":true,"rows":[
  {"name":"w2-simd8","value":0.88,"unit":"x C -O2","goal":0.85,"better":"higher","anchor":1.161},
  {"name":"w2-simd8-avx2","value":0.36,"unit":"x AVX2","better":"higher","anchor":0.416},
  {"name":"single-step","value":13,"unit":"ns","goal":12,"better":"lower"}
]}
END
bench/report "$T/bench.json"
