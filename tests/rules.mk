# Part of ../Makefile: the runs of the tests; bench/rules.mk has those of speed.
run-tests: all $(TESTS)
	$(Q)tests/run.sh $(B)
run-reference: all $(TESTS)           ## the unit and gdb tests with the reference engine as the default
	$(Q)rm -rf $(B)/reference && tests/reference.sh $(B) && $(MAKE) B=$(B)/reference ENGINE=REFERENCE relinked
relinked: all $(TESTS)
	$(Q)tests/run.sh $(B) unit gdb
run-demo: $(B)/eulab
	$(Q)tests/demo/demo.sh $(B)/eulab
run-demo-opencl: all
	$(Q)tests/demo/opencl.sh $(B)/eulab
test-%: $(B)/tests/test_%                    ## one unit test: make test-isa_decode
	$(Q)EULAB=$(B)/eulab $<
by-clang:                                    ## all of it and the unit tests, compiled by clang: quickly, and nothing runs
	$(Q)$(MAKE) B=$(B)/clang CC=clang CFLAGS=-O0 all unit-tests
unit-tests: $(TESTS)
.PHONY: by-clang unit-tests
asan:                                        ## every test with AddressSanitizer and UBSan
	$(Q)LSAN_OPTIONS=suppressions=$(CURDIR)/tests/leaks.txt:print_suppressions=0 $(MAKE) test B=$(B)/asan CFLAGS='-O1 -g -fno-omit-frame-pointer -DEU_CHECK_TOUCHED $(SAN)'
valgrind: $(B)/eulab $(TESTS)                ## unit tests under valgrind; no corpus: it rounds one way only
	$(Q)EULAB_SHARED=none WRAP='valgrind -q --leak-check=full --error-exitcode=99' tests/run.sh $(B) unit
fuzz:                                        ## every fuzz target for FUZZ_TIME seconds (clang)
	$(Q)$(MAKE) run-fuzz B=$(B)/fuzz CC=clang CFLAGS='-O1 -g -fsanitize=fuzzer-no-link $(SAN)'
run-fuzz: $(FUZZERS:%=$(B)/tests/%) $(B)/eulab
	$(Q)tests/fuzz_rsp.sh $(B)/eulab $(FUZZ_TIME) $(SEED)
	$(Q)for f in $(FUZZERS:%=$(B)/tests/%); do mkdir -p $$f.corpus && $$f -max_total_time=$(FUZZ_TIME) -timeout=10 $$f.corpus || exit 1; done
fuzz-lockstep: $(B)/tests/test_eu_lockstep ## both engines on random programs: SEED=1 COUNT=100000 GEN=7|7.5|8|9 (7 and 7.5) JIT=1 (native code) SHARD=K/N
	$(Q)$< $(if $(GEN),--gen $(GEN)) --seed $(SEED) --count $(or $(COUNT),100000) $(if $(JIT),--jit) $(if $(SHARD),--shard $(SHARD))
cwsr: $(B)/eulab                             ## Linux' context switch handler for GCN, proven and mutated: CWSR=FILE or LINUX_SOURCE=
	$(Q)$(if $(CWSR),,../shared/gcn/cwsr.sh $(B)/cwsr.bin &&) tests/cwsr.sh $(B)/eulab $(or $(CWSR),$(B)/cwsr.bin)
visa-corpus: $(B)/eulab                      ## vISA of every OpenCL kernel of the corpus: read, printed, run, compared with its Gen code
	$(Q)tests/visa.sh $(B)/eulab $(or $(EULAB_SHARED),../shared)/gen9/opencl $(B)/visa-corpus
opencl-values: $(B)/eulab                    ## variables in gdb of every OpenCL kernel of the corpus, with the same source on the host: KERNELS= VISITS=8 (minutes)
	$(Q)tests/opencl.sh $(or $(EULAB_SHARED),../shared)/gen9/opencl build/opencl-corpus
	$(Q)tests/opencl_values.py $(B)/eulab $(or $(EULAB_SHARED),../shared)/gen9/opencl build/opencl-corpus --visits $(or $(VISITS),8) --kernels '$(KERNELS)' -v
opencl-random: $(B)/eulab                    ## the same of random kernels: SEED=1 COUNT=20 (minutes)
	$(Q)rm -rf $(B)/random && tests/opencl_random.py $(or $(SEED),1) $(or $(COUNT),20) $(B)/random && tests/opencl.sh $(B)/random $(B)/random
	$(Q)tests/opencl_values.py $(B)/eulab $(B)/random $(B)/random --folders skl-O0,bdw-O0 --visits 1 --items 3 -v
opencl-engines: $(B)/eulab                   ## random OpenCL kernels in the reference engine and in native code: SEED=1 COUNT=100
	$(Q)tests/opencl_engines.py $(B)/eulab $(or $(SEED),1) $(or $(COUNT),100) $(B)/engines
cluster: $(B)/eulab                          ## parts of a proof on a Slurm of two nodes, one of which is lost: BOX=../shared/tools/slurm-box (root)
	$(Q)tests/cluster.sh $(B)/eulab $(or $(BOX),$(or $(EULAB_SHARED),../shared)/tools/slurm-box)
test-mutation: $(B)/eulab                    ## sample System Routines on all launches; their mutants through siptest, survivors as listed: JOBS=2
	$(Q)tests/proof.sh $(B)/eulab 24
	$(Q)tests/mutation.sh $(B)/eulab
production: $(B)/eulab                       ## Intel's System Routines for Gen9: areas, every boundary of OpenCL kernels, nops, debugging: SOURCE= or apt
	$(Q)tests/opencl.sh ../shared/gen9/opencl build/opencl-corpus
	$(Q)tests/production.py $(B)/eulab $(if $(SOURCE),--source $(SOURCE)) --corpus ../shared/gen9/opencl --build build/opencl-corpus
mutants:                                      ## COUNT=40 changes of one token, each to be noticed by a test: SEED=1 JOBS=cores OUT=verdicts, to go on from
	$(Q)tests/mutants.py --seed $(SEED) --count $(or $(COUNT),40) $(if $(JOBS),--jobs $(JOBS)) $(if $(OUT),--out $(OUT) --work $(OUT).trees)
package:                                     ## the Debian packages, built, checked, installed and shown: for root of a machine to throw away
	$(Q)tests/package.sh
coverage:                                    ## lines that the tests reach, by room
	$(Q)$(MAKE) run-tests B=$(B)/coverage CFLAGS='-O0 -g --coverage'; s=$$?; \
	    tests/coverage.sh $(B)/coverage $(ROOMS); exit $$s
rebase: all $(TESTS)                         ## rewrite the golden files; review the diff
	$(Q)REBASE=1 tests/run.sh $(B) && REBASE=1 tests/demo/demo.sh $(B)/eulab >/dev/null && REBASE=1 tests/demo/opencl.sh $(B)/eulab >/dev/null
.PHONY: run-tests run-reference relinked run-demo run-demo-opencl asan valgrind fuzz run-fuzz fuzz-lockstep cwsr visa-corpus opencl-values opencl-random opencl-engines cluster test-mutation production mutants package coverage rebase
