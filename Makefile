# eulab: make | make test | make demo | make install PREFIX=... | make help
MAKEFLAGS += --no-builtin-rules
.DELETE_ON_ERROR:
.DEFAULT_GOAL := all

PREFIX  ?= /usr/local
DESTDIR ?=
ifeq ($(origin CC),default)
CC       = cc
endif
AR      ?= ar
CFLAGS  ?= -O2 -g
V       ?= 0
Q        = $(if $(filter 1,$(V)),,@)
B       ?= build
LINE_EDITOR ?= libedit
VERSION  = 0.1.0

WARN     = -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wundef -Wvla
PKGS     = $(LINE_EDITOR) ncursesw jansson libelf
PC       = pkg-config --silence-errors
cflags   = -std=c11 -D_GNU_SOURCE -DEULAB_VERSION='"$(VERSION)"' -DEULAB_LINE_EDITOR_$(LINE_EDITOR) \
           -DEULAB_SHAREDIR='"$(PREFIX)/share/eulab"' $(WARN) -iquote . \
           $(filter-out -D_XOPEN_SOURCE%,$(shell $(PC) --cflags $(PKGS))) $(CPPFLAGS) $(CFLAGS)
ldlibs   = $(shell $(PC) --libs $(PKGS)) -lm -lpthread $(LDLIBS)

# A room is an archive; it links with the rooms to its left and with nothing to its right.
ROOMS    = isa sim exception debug stub ui
MAIN     = ui/main.c
src      = $(filter-out $(MAIN),$(wildcard $(1)/*.c $(1)/*/*.c))
obj      = $(patsubst %.c,$(B)/%.o,$(1))
SRC     := $(foreach r,$(ROOMS),$(call src,$(r))) $(MAIN)
TESTSRC := $(wildcard tests/test_*.c)
TESTS   := $(patsubst tests/%.c,$(B)/tests/%,$(TESTSRC))
upto_isa = isa
upto_sim = sim isa
upto_exception = exception sim isa
upto_debug = debug exception sim isa
upto_stub = stub debug exception sim isa
upto_ui  = ui stub debug exception sim isa
libs     = $(foreach r,$(upto_$(1)),$(B)/lib$(r).a)

all: $(B)/eulab                              ## build eulab

$(B)/eulab: $(call obj,$(MAIN)) $(call libs,ui)
	@echo "  LD      $@"
	$(Q)$(CC) $(cflags) $(LDFLAGS) -o $@ $^ $(ldlibs)
define room_rules
$(B)/lib$(1).a: $(call obj,$(call src,$(1)))
	@echo "  AR      $$@"
	$(Q)rm -f $$@ && $(AR) rcs $$@ $$^
$(B)/tests/test_$(1)_%: $(B)/tests/test_$(1)_%.o $(B)/tests/helpers.o $(call libs,$(1))
	@echo "  LD      $$@"
	$(Q)$(CC) $(cflags) $(LDFLAGS) -o $$@ $$^ $(ldlibs) $(shell $(PC) --libs cmocka)
endef
$(foreach r,$(ROOMS),$(eval $(call room_rules,$(r))))
$(B)/%.o: %.c $(B)/.flags
	@echo "  CC      $<"
	$(Q)mkdir -p $(@D) && $(CC) $(cflags) -MMD -MP -c -o $@ $<
$(B)/.flags: FORCE
	$(Q)mkdir -p $(@D) && echo '$(CC) $(cflags)' | cmp -s - $@ || echo '$(CC) $(cflags)' > $@
test-%: $(B)/tests/test_% ; $(Q)$<
FORCE:
.SECONDARY:
-include $(shell find $(B) -name '*.d' 2>/dev/null)
