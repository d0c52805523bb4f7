# Part of ../Makefile: what measures speed.
bench: $(B)/eulab $(B)/bench/eubench $(B)/bench/gcnbench        ## speed beside C of the same run: build/bench.json
	$(Q)bench/bench.sh $(B)
$(B)/bench/eubench: $(patsubst %,$(B)/bench/%.o,eubench native_o2 native_o3 avx2) $(call libs,eu)
	$(Q)$(CC) $(cflags) $(LDFLAGS) -o $@ $^ $(ldlibs)
$(B)/bench/launches: $(B)/bench/launches.o $(call libs,ui)
	$(Q)$(CC) $(cflags) $(LDFLAGS) -o $@ -Wl,--start-group $^ -Wl,--end-group $(ldlibs)
$(B)/bench/gcnbench: $(B)/bench/gcnbench.o $(call libs,gcn)
	$(Q)$(CC) $(cflags) $(LDFLAGS) -o $@ $^ $(ldlibs)
bench-opcodes: $(B)/bench/opcodes ## every opcode as a multiple of a packed add: build/bench-opcodes.json, ROWS=word
	$(Q)$< $(B)/bench-opcodes.json $(if $(ROWS),'$(ROWS)')
$(B)/bench/opcodes: $(B)/bench/opcodes.o $(call libs,eu)
	$(Q)$(CC) $(cflags) $(LDFLAGS) -o $@ $^ $(ldlibs)
NATIVE   = $(Q)mkdir -p $(@D) && $(CC) -std=c11 -iquote . $(WARN) $(if $(filter x86_64,$(shell uname -m)),-march=native) -MMD -MP
$(B)/bench/native_%.o: bench/native.c
	$(NATIVE) -O$(*:o%=%) $(if $(filter o2,$*),-fno-tree-vectorize) -DSUFFIX=$* -c -o $@ $<
$(B)/bench/avx2.o: bench/avx2.c
	$(NATIVE) -O3 -c -o $@ $<
bench-messages: $(B)/bench/messages ## every message beside a packed add: build/bench-messages.json
	$(Q)$< $(B)/bench-messages.json
$(B)/bench/messages: $(B)/bench/messages.o $(call libs,eu)
	$(Q)$(CC) $(cflags) $(LDFLAGS) -o $@ $^ $(ldlibs)
bench-side: $(B)/bench/side ## kernels of side paths beside C: build/bench-side.json
	$(Q)$< $(B)/bench-side.json
$(B)/bench/side: $(B)/bench/side.o $(B)/bench/side_native.o $(call libs,eu)
	$(Q)$(CC) $(cflags) $(LDFLAGS) -o $@ $^ $(ldlibs)
$(B)/bench/side_native.o: bench/side_native.c
	$(NATIVE) -O2 -fno-tree-vectorize -c -o $@ $<
bench-rsp: $(B)/eulab $(B)/bench/rsp $(B)/bench/rsp_loop ## the server beside gdbserver: build/bench-rsp.json
	$(Q)bench/rsp.sh $(B)
$(B)/bench/rsp: $(patsubst %,$(B)/bench/%.o,rsp rsp_floor)
	$(Q)$(CC) $(cflags) $(LDFLAGS) -o $@ $^
$(B)/bench/rsp_loop: bench/rsp_loop.c
	$(Q)mkdir -p $(@D) && $(CC) -O1 -g -static -no-pie -o $@ $<
bench-opencl: all $(B)/bench/opencl $(B)/bench/kernels $(B)/bench/launches $(B)/bench/tbx_floor $(B)/bench/eubench ## OpenCL programs beside pocl: build/bench-opencl.json
	$(Q)bench/opencl.sh $(B)
bench-native: all $(B)/bench/kernels ## native code beside the fast engine, user time of the process: LAUNCH='FILE...'
	$(Q)bench/native.sh $(B) $(LAUNCH)
$(B)/bench/opencl $(B)/bench/kernels: $(B)/bench/%: bench/%.c bench/kernels.cl
	$(Q)mkdir -p $(@D) && $(CC) -std=c11 -D_GNU_SOURCE -O1 -iquote . -o $@ $< -lOpenCL
	$(Q)cp bench/kernels.cl $(@D)
$(B)/bench/tbx_floor: bench/tbx_floor.c
	$(Q)mkdir -p $(@D) && $(CC) -std=c11 -D_GNU_SOURCE -O2 -o $@ $< -lpthread
.PHONY: bench bench-opcodes bench-messages bench-side bench-rsp bench-opencl bench-native
