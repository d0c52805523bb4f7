# The rows of docs/design.md 3.5: what bench/bench.sh writes, as bench/report reads it.
cat >"$T/bench.json" <<'END'
{"machine":"M","noisy":true,"rows":[
  {"name":"w2-simd8","value":0.88,"unit":"x C -O2","goal":0.85,"better":"higher","anchor":1.161},
  {"name":"w2-simd8-avx2","value":0.36,"unit":"x AVX2","better":"higher","anchor":0.416},
  {"name":"single-step","value":13,"unit":"ns","goal":12,"better":"lower"}
]}
END
bench/report "$T/bench.json"
bench/report --short "$T/bench.json"
# The two files of a report are replaced whole: a disk that is full (here: a limit of 2 KiB a file) leaves the old ones.
bench/report "$T/bench.json" "$T/report" >"$T/table" && head -1 "$T/report.md" && tail -1 "$T/report.svg"
cp "$T/report.md" "$T/old.md"
for i in {1..40}; do echo "  {\"name\":\"row-$i\",\"value\":1,\"unit\":\"ns\",\"goal\":2,\"better\":\"lower\"},"; done >>"$T/bench.json"
(trap '' XFSZ; ulimit -f 2; bench/report "$T/bench.json" "$T/report" 2>&1 >/dev/null | grep -o 'File too large'; exit "${PIPESTATUS[0]}")
echo "status $?"
cmp "$T/report.md" "$T/old.md" && echo as it was
