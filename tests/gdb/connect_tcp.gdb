# serve: --launch samples/divergence.json
# transport: tcp
# echo
source connect
info threads
continue
