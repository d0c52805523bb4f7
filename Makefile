# eulab: make | make test | make demo | make install PREFIX=... | make help
MAKEFLAGS += --no-builtin-rules --no-print-directory
.DELETE_ON_ERROR:
.DEFAULT_GOAL := all

PREFIX  ?= /usr/local
DESTDIR ?=
LIBDIR  ?= lib
CFLAGS  ?= -O2 -g
V       ?= 0
Q        = $(if $(filter 1,$(V)),,@)
B       ?= build
LINE_EDITOR ?= libedit
FUZZ_TIME ?= 60
SEED    ?= 1
VERSION  = 0.1.0

WARN     = -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wundef -Wvla
PKGS     = $(LINE_EDITOR) ncursesw jansson libelf libpng yaml-0.1
# ncursesw asks for _XOPEN_SOURCE=600, which would take _GNU_SOURCE back.
pkg_cflags := $(filter-out -D_XOPEN_SOURCE%,$(shell pkg-config --cflags $(PKGS) 2>/dev/null))
pkg_libs   := $(shell pkg-config --libs $(PKGS) 2>/dev/null)
test_libs  := $(shell pkg-config --libs cmocka 2>/dev/null)
cflags   = -std=c11 -D_GNU_SOURCE -DEULAB_VERSION='"$(VERSION)"' -DEULAB_LINE_EDITOR_$(LINE_EDITOR) \
           $(WARN) -iquote . $(pkg_cflags) $(CPPFLAGS) $(CFLAGS)
ldlibs   = $(pkg_libs) -lm -lpthread $(LDLIBS)

# A room is an archive; it links with those that upto_ROOM names. Tests may use the EU, too; those of ui/ use all.
ROOMS    = input machine gcn visa isa sim exception debug eu gpu opencl stub ui eu/cli gcn/cli visa/cli gpu/cli program
MAIN     = program/main.c
src      = $(filter-out $(MAIN) $(wildcard $(1)/cli/*),$(wildcard $(1)/*.c $(1)/*/*.c))
lib      = $(B)/lib$(subst /,-,$(1)).a
obj      = $(patsubst %.c,$(B)/%.o,$(1))
TESTS   := $(patsubst %.c,$(B)/%,$(wildcard tests/test_*.c))
FUZZERS := $(patsubst tests/%.c,%,$(wildcard tests/fuzz_*.c))
CODE     = $(sort $(foreach r,$(ROOMS) tests,$(wildcard $(r)/*.[ch] $(r)/*/*.[ch]))) $(wildcard samples/*.c samples/opencl/*.[ch] gpu/layer/*/*.[ch])
upto_machine = machine
upto_gcn = gcn $(upto_machine)
upto_visa = visa $(upto_machine)
upto_isa = isa input
upto_sim = sim $(upto_isa)
upto_exception = exception $(upto_sim)
upto_debug = debug $(upto_machine)
upto_eu  = eu $(upto_exception) $(upto_debug)
upto_gpu = gpu $(upto_eu)
upto_opencl = opencl $(upto_eu)
upto_stub = stub $(upto_debug)
upto_ui  = program gpu/cli eu/cli gcn/cli visa/cli ui stub gcn visa opencl $(upto_gpu)
libs     = $(foreach r,$(upto_$(1)),$(call lib,$(r)))
layers   = $(B)/eulab-cl.so $(B)/eulab-ze.so $(B)/eulab-wire.so
SAN      = -fsanitize=address,undefined -fno-sanitize-recover=all -fPIC

all: $(B)/eulab $(B)/libeulab.a $(if $(SHARED),$(B)/libeulab.so) $(layers) ## build eulab and its library; SHARED=1: libeulab.so too

$(B)/eulab: $(call obj,$(MAIN)) $(call libs,ui)
	@echo "  LD      $@"
	$(Q)$(CC) $(cflags) $(LDFLAGS) -o $@ -Wl,--start-group $^ -Wl,--end-group $(ldlibs)
define room_rules
$(call lib,$(1)): $(call obj,$(call src,$(1)))
	@echo "  AR      $$@"
	$(Q)rm -f $$@ && $(AR) rcs $$@ $$^
$(B)/tests/test_$(1)_%: $(B)/tests/test_$(1)_%.o $(B)/tests/helpers.o $(call libs,$(1)) $(call libs,eu)
	@echo "  LD      $$@"
	$(Q)$(CC) $(cflags) $$(LDFLAGS) -o $$@ -Wl,--start-group $$^ -Wl,--end-group $(ldlibs) $(test_libs)
$(B)/tests/fuzz_$(1)_%: $(B)/tests/fuzz_$(1)_%.o $(call libs,$(1)) $(call libs,eu)
	$(Q)$(CC) $(cflags) -fsanitize=fuzzer -o $$@ -Wl,--start-group $$^ -Wl,--end-group $(ldlibs)
endef
$(foreach r,$(ROOMS),$(eval $(call room_rules,$(r))))
$(B)/libeulab.a: $(call obj,$(foreach r,$(upto_eu),$(call src,$(r))))
	@echo "  AR      $@"
	$(Q)$(CC) -r -nostdlib -o $(B)/libeulab.o $^ && objcopy -w -G 'eulab_*' $(B)/libeulab.o
	$(Q)rm -f $@ && $(AR) rcs $@ $(B)/libeulab.o
# Its allocations may fail (tests/nomemory.h).
$(B)/tests/test_%_nomemory: private LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup,--wrap=strndup,--wrap=open_memstream,--wrap=asprintf
# A machine that is no EU: debug/ and stub/, or ui/, are all that it needs.
$(B)/tests/test_stub_toy: $(B)/tests/test_stub_toy.o $(call libs,stub)
$(B)/tests/test_ui_toy: $(B)/tests/test_ui_toy.o $(B)/libui.a $(B)/libinput.a $(call libs,debug)
$(B)/tests/test_stub_toy $(B)/tests/test_ui_toy:
	@echo "  LD      $@"
	$(Q)$(CC) $(cflags) $(LDFLAGS) -o $@ $^ $(ldlibs) $(test_libs)
# Of objects for any place: so Debian's compilers make them, of others CFLAGS='-O2 -fPIC' asks for them.
$(B)/libeulab.so: $(B)/libeulab.a eu/libeulab.map
	@echo "  LD      $@"
	$(Q)$(CC) $(cflags) $(LDFLAGS) -shared -Wl,-soname,libeulab.so.$(word 1,$(subst ., ,$(VERSION))) -Wl,--version-script=eu/libeulab.map \
	    -o $@ $(B)/libeulab.o $(shell pkg-config --libs libelf jansson) -lm -lpthread
# In the programs that eulab cl runs: a layer of OpenCL's loader, a driver for Level Zero's, which is Intel's but for some entries, and a faster wire.
# The loader finds the others through the name of that library, which need not be here. Those programs have no sanitizer.
plain   := $(filter-out -fsanitize% -fno-sanitize% --coverage,$(cflags))
$(B)/gpu/layer/%.o: private cflags := $(plain) -fPIC
layer    = $(call obj,$(wildcard gpu/layer/$(1)/*.c))
$(B)/eulab-cl.so: $(call layer,opencl) $(B)/gpu/layer/share.o $(B)/gpu/layer/leave.o
$(B)/eulab-ze.so: $(call layer,zero) $(B)/gpu/layer/share.o $(B)/gpu/layer/leave.o
$(B)/eulab-wire.so $(B)/tests/test_gpu_serve $(B)/tests/test_gpu_wire: $(call layer,wire)
$(B)/tests/test_gpu_layer: $(call layer,opencl)
$(layers):
	@echo "  LD      $@"
	$(Q)$(CC) $(plain) $(LDFLAGS) -shared -Wl,--no-as-needed -o $@ $(filter %.o,$^) $(filter %.so.1,$^)
$(B)/eulab-ze.so: $(B)/named/libze_intel_gpu.so.1
$(B)/named/%:
	@mkdir -p $(@D)
	$(Q)$(CC) $(plain) -shared -Wl,-soname,$* -o $@ -x c /dev/null
ifdef ENGINE
$(B)/sim/engine.o: private cflags += -DEU_DEFAULT_ENGINE=EU_ENGINE_$(ENGINE)
endif
# The fast engine once more, for hosts with AVX2: all of it in that encoding (sim/fast/fast.h).
ifneq ($(findstring x86_64,$(shell $(CC) -dumpmachine)),)
wide_src = $(wildcard sim/fast/*.c) sim/jit/region.c sim/jit/turns.c sim/jit/meet.c sim/jit/series.c sim/jit/takes.c sim/jit/view.c
# Some of it once more, for hosts with AVX-512.
more_obj = $(patsubst %,$(B)/wide/sim/fast/%_512.o,plan_macro plan_math_near plan_math_half plan_pow sixteen sixteen_near levels)
wide_obj = $(patsubst %.c,$(B)/wide/%.o,$(wide_src)) $(more_obj)
chain    = $(patsubst %,$(B)/wide/sim/%.o,fast/vector fast/tell fast/doubles fast/quad fast/send fast/message fast/port fast/port_move fast/port_atomic fast/port_block fast/texel fast/typed fast/media fast/filter fast/sample fast/sampling fast/nearest fast/linear fast/levels fast/branch fast/run $(patsubst sim/%.c,%,$(wildcard sim/fast/plan*.c)) jit/region jit/turns jit/meet)
$(wide_obj): private cflags += -mavx2 -mfma -mf16c -mbmi -mbmi2
# fast_narrow() does it; most handlers' usual way is in one line; handlers and stages do not nest if anything is optimised.
$(more_obj): private cflags += -mavx512f -mavx512vl -mavx512dq
$(patsubst %,$(B)/wide/sim/fast/%_512.o,sixteen sixteen_near levels): private cflags += -mavx512bw -mavx512vbmi
$(chain) $(more_obj): private cflags += -mno-vzeroupper -falign-functions=64 -foptimize-sibling-calls
# Lanes wrap: those that nobody reads hold anything.
$(patsubst %.c,$(B)/wide/%.o,$(wildcard sim/fast/plan*.c) sim/fast/linear.c sim/fast/nearest.c sim/fast/levels.c) $(more_obj): private cflags += -fwrapv
# Loops over the four components of an element are short.
peel     := -Werror -fpeel-loops
$(patsubst %,$(B)/wide/sim/fast/%.o,port port_move texel filter sample nearest linear levels typed sixteen_512 sixteen_near_512 levels_512): private cflags += $(shell $(CC) $(peel) -c -x c /dev/null -o /dev/null 2>/dev/null && echo $(peel))
# Some hosts decode a jump across such a block anew each time: speed would depend on where it lies.
apart   := -Wa,-mbranches-within-32B-boundaries
$(B)/wide/sim/fast/vector.o: private cflags += $(shell $(CC) $(apart) -c -x c /dev/null -o /dev/null 2>/dev/null && echo $(apart))
$(B)/wide/%_512.o: %.c $(B)/.flags
	@echo "  CC      $< (AVX-512)"
	$(Q)mkdir -p $(@D) && $(CC) $(cflags) -MMD -MP -c -o $@ $<
$(B)/wide/%.o: %.c $(B)/.flags
	@echo "  CC      $< (AVX2)"
	$(Q)mkdir -p $(@D) && $(CC) $(cflags) -MMD -MP -c -o $@ $<
$(B)/sim/fast_wide.o: $(wide_obj)
	$(Q)mkdir -p $(@D) && $(CC) -r -nostdlib -o $@ $^ && objcopy -G fast_engine_wide $@
$(B)/libsim.a $(B)/libeulab.a: $(B)/sim/fast_wide.o
endif
$(B)/gcn/alu_%.o $(B)/gcn/vector.o $(B)/gcn/lanes.o $(B)/gcn/buffer.o: private cflags += -O3 # loops over 64 lanes
$(B)/%.o: %.c $(B)/.flags
	@echo "  CC      $<"
	$(Q)mkdir -p $(@D) && $(CC) $(cflags) -MMD -MP -c -o $@ $<
$(B)/.flags: FORCE
	$(Q)mkdir -p $(@D) && echo '$(CC) $(cflags)' | cmp -s - $@ || echo '$(CC) $(cflags)' > $@

# The compiler flags are read from pkg-config while make parses this file: what a set-up installs serves a second make.
test check:                                  ## set up, build, run every test
	$(Q)CC='$(CC)' tests/setup.sh test $(PKGS) && $(MAKE) run-tests && $(MAKE) run-reference
demo:                                        ## set up, build, show a kernel and a System Routine under gdb
	$(Q)CC='$(CC)' tests/setup.sh demo $(PKGS) && $(MAKE) run-demo
demo-opencl:                                 ## set up, build, show OpenCL programs on a simulated GPU, and gdb there
	$(Q)CC='$(CC)' tests/setup.sh demo-opencl $(PKGS) && $(MAKE) run-demo-opencl
include tests/rules.mk
include bench/rules.mk
lint:                                        ## include direction, cppcheck, clang-format
	$(Q)tests/lint.sh $(CODE)
format:                                      ## clang-format every source file in place
	$(Q)clang-format -i $(CODE)
docs:                                        ## rewrite the generated parts of README.md and docs/
	$(Q)tests/docs.sh write
install: all                                 ## PREFIX=/usr/local, LIBDIR=lib, DESTDIR=: program, library, manual, samples
	$(Q)tests/install.sh install $(B) '$(DESTDIR)' '$(PREFIX)' $(VERSION) '$(LIBDIR)' $(SHARED)
uninstall:                                   ## remove what install put there
	$(Q)tests/install.sh uninstall $(B) '$(DESTDIR)' '$(PREFIX)' $(VERSION) '$(LIBDIR)'
clean:                                       ## remove the build folder
	rm -rf $(B)
help:                                        ## this list
	@sed -n 's/^\([a-z%-]*\)[^:]*:[^#]*## \(.*\)/\1\t\2/p' Makefile tests/rules.mk bench/rules.mk | expand -t 16
.SECONDARY:
.PHONY: all test check demo demo-opencl lint format docs install uninstall clean help FORCE
-include $(shell find $(B) -name '*.d' -type f 2>/dev/null)
