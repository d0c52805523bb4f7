/* The layer of OpenCL's loader, over a driver made by hand: what it says of itself, the options
 * that programs are built with, what is left of them in a folder, the moments of events, and the
 * memory that program and GPU share. */
#include "tests/helpers.h"

#include <errno.h>
#include <unistd.h>

#include "gpu/layer/leave.h"
#include "gpu/layer/opencl/times.h"
#include "gpu/layer/share.h"

/* Places in the table, and what is asked. Source: Khronos' cl_icd.h, cl.h. */
enum {
    RELEASE_PROGRAM = 29,
    BUILD = 30,
    PROGRAM_INFO = 32,
    CREATE_KERNEL = 34,
    CREATE_KERNELS = 35,
    RELEASE_KERNEL = 37,
    KERNEL_INFO = 39,
    EVENT_TIMES = 45,
    EXTENSION = 65,
    COMPILE = 98,
    PLATFORM_EXTENSION = 107,
    CREATE_QUEUE = 123,
    SVM_ALLOC = 126,
    SVM_FREE = 127,
    SVM_FREE_LATER = 128,
    ENTRIES = 149
};
enum { QUEUED = 0x1280, SUBMIT, START, END, COMPLETE };
enum { INVALID_VALUE = -30, FAILED = -5 };

typedef void any_function(void);
int32_t clGetLayerInfo(uint32_t what, size_t size, void *value, size_t *had);
int32_t clInitLayer(uint32_t n, any_function *const *target, uint32_t *had,
                    any_function *const **layer);

/* --- a driver --- */

static struct {
    const char *source, *binary; /* of the one program; NULL: none */
    size_t devices;              /* that it has a binary for */
    uint32_t references, kernel_references;
    bool fails;          /* what is asked next */
    char options[8192];  /* that it was built with */
    unsigned released;   /* programs and kernels */
    uint64_t moments[5]; /* of an event, from QUEUED on */
} driver;
static int program, kernel, event; /* their addresses are their names */

static int32_t answer(const void *from, size_t n, size_t size, void *value, size_t *had)
{
    if (value && size < n)
        return INVALID_VALUE;
    if (value)
        memcpy(value, from, n);
    if (had)
        *had = n;
    return 0;
}

static int32_t program_info(void *p, uint32_t what, size_t size, void *value, size_t *had)
{
    assert_ptr_equal(p, &program);
    const char *text = driver.source ? driver.source : "";
    size_t sizes[16] = {driver.binary ? strlen(driver.binary) : 0, 1};
    switch (what) {
    case 0x1160:
        return answer(&driver.references, 4, size, value, had);
    case 0x1164:
        return answer(text, strlen(text) + 1, size, value, had);
    case 0x1165:
        return answer(sizes, driver.devices * sizeof *sizes, size, value, had);
    case 0x1166:
        assert_int_equal(size, sizeof(void *));
        memcpy(*(void **)value, driver.binary, sizes[0]);
        return 0;
    default:
        return INVALID_VALUE;
    }
}

static int32_t build(void *p, uint32_t n, void *const *devices, const char *options,
                     void (*done)(void *, void *), void *ctx)
{
    assert_true(p == &program && n == 1 && devices == (void *)&event && !done && ctx == &kernel);
    snprintf(driver.options, sizeof driver.options, "%s", options ? options : "NULL");
    return driver.fails ? FAILED : 0;
}

static int32_t compile(void *p, uint32_t n, void *const *devices, const char *options, uint32_t nh,
                       void *const *headers, const char *const *names, void (*done)(void *, void *),
                       void *ctx)
{
    assert_true(nh == 7 && headers == (void *)&program && names == (void *)&kernel);
    return build(p, n, devices, options, done, ctx);
}

static void *create_kernel(void *p, const char *name, int32_t *error)
{
    assert_true(p == &program && strcmp(name, "k") == 0);
    *error = driver.fails ? FAILED : 0;
    return driver.fails ? NULL : &kernel;
}

static int32_t create_kernels(void *p, uint32_t n, void **kernels, uint32_t *had)
{
    assert_true(p == &program && n == 1 && kernels == (void *)&event);
    *had = 1;
    return driver.fails ? FAILED : 0;
}

static int32_t release(void *what)
{
    assert_true(what == &program || what == &kernel || !what);
    driver.released++;
    return driver.fails ? FAILED : 0;
}

static int32_t kernel_info(void *k, uint32_t what, size_t size, void *value, size_t *had)
{
    void *of = &program;
    assert_ptr_equal(k, &kernel);
    if (what == 0x1192)
        return answer(&driver.kernel_references, 4, size, value, had);
    return what == 0x1194 ? answer(&of, sizeof of, size, value, had) : INVALID_VALUE;
}

static int32_t event_info(void *e, uint32_t what, size_t size, void *value, size_t *had)
{
    assert_ptr_equal(e, &event);
    if (driver.fails || what < QUEUED || what > COMPLETE)
        return FAILED;
    return answer(&driver.moments[what - QUEUED], 8, size, value, had);
}

static void nothing(void)
{
}

/* --- the layer --- */

static any_function *target[200];
static any_function *const *layer;

#define SET(place, f) target[place] = (any_function *)(f)

static void set_memory(void);

static int open_layer(void **state)
{
    char folder[300];
    uint32_t had;
    if (folder_make(state))
        return -1;
    memset(&driver, 0, sizeof driver);
    driver.devices = driver.references = driver.kernel_references = 1;
    for (unsigned i = 0; i < 200; i++)
        target[i] = nothing;
    SET(RELEASE_PROGRAM, release);
    SET(BUILD, build);
    SET(PROGRAM_INFO, program_info);
    SET(CREATE_KERNEL, create_kernel);
    SET(CREATE_KERNELS, create_kernels);
    SET(RELEASE_KERNEL, release);
    SET(KERNEL_INFO, kernel_info);
    SET(EVENT_TIMES, event_info);
    SET(COMPILE, compile);
    set_memory();
    snprintf(folder, sizeof folder, "mkdir '%s/left' '%s/work'", folder_path(NULL),
             folder_path(NULL));
    if (system(folder) || chdir(folder_path("work")))
        return -1;
    setenv("EULAB_CL_FOLDER", folder_path("left"), true);
    setenv("XDG_CACHE_HOME", folder_path("cache"), true);
    unsetenv("EULAB_CL_OPTIONS");
    return clInitLayer(ENTRIES, target, &had, &layer);
}

static int close_layer(void **state)
{
    return chdir("/") || folder_drop(state);
}

static void it_says_what_it_is(void **state)
{
    char name[8] = "";
    uint32_t version = 0;
    size_t had = 0;
    (void)state;
    assert_int_equal(clGetLayerInfo(0x4240, 4, &version, &had), 0);
    assert_true(version == 100 && had == 4);
    assert_int_equal(clGetLayerInfo(0x4240, 3, &version, &had), INVALID_VALUE);
    assert_int_equal(clGetLayerInfo(0x4240, 8, &version, NULL), 0);
    assert_int_equal(clGetLayerInfo(0x4241, 6, name, &had), 0);
    assert_true(strcmp(name, "eulab") == 0 && had == 6);
    assert_int_equal(clGetLayerInfo(0x4241, 5, name, &had), INVALID_VALUE);
    had = 0;
    assert_int_equal(clGetLayerInfo(0x4241, 0, NULL, &had), 0);
    assert_int_equal(had, 6);
    assert_int_equal(clGetLayerInfo(0x4242, 8, name, &had), INVALID_VALUE);
    assert_int_equal(clGetLayerInfo(0x423f, 8, name, &had), INVALID_VALUE);
}

/* A loader may have fewer entries, or more. */
static void it_takes_some_entries_of_those_there_are(void **state)
{
    static const unsigned sizes[] = {36,  37,  38,  39,  40,  45,  46,  65,  66,  98,  99,
                                     107, 108, 123, 124, 127, 128, 129, 148, 149, 150, 200};
    static const unsigned own[] = {RELEASE_PROGRAM, BUILD,     CREATE_KERNEL, CREATE_KERNELS,
                                   EVENT_TIMES,     EXTENSION, COMPILE,       PLATFORM_EXTENSION,
                                   CREATE_QUEUE};
    uint32_t had = 0;
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_int_equal(clInitLayer(sizes[i], target, &had, &layer), 0);
        assert_int_equal(had, sizes[i] < ENTRIES ? sizes[i] : ENTRIES);
        for (unsigned k = 0; k < had; k++) {
            bool is = false;
            for (size_t n = 0; n < sizeof own / sizeof *own; n++)
                is |= own[n] == k;
            if (k == RELEASE_KERNEL)
                is = had > KERNEL_INFO; /* it asks for a kernel's references */
            if (k >= SVM_ALLOC && k <= SVM_FREE_LATER)
                is = had > SVM_FREE_LATER; /* none without the others */
            if ((layer[k] != target[k]) != is)
                fail_msg("entry %u of %u", k, had);
        }
    }
    assert_int_equal(clInitLayer(35, target, &had, &layer), INVALID_VALUE);
    assert_int_equal(clInitLayer(ENTRIES, NULL, &had, &layer), INVALID_VALUE);
    assert_int_equal(clInitLayer(ENTRIES, target, NULL, &layer), INVALID_VALUE);
    assert_int_equal(clInitLayer(ENTRIES, target, &had, NULL), INVALID_VALUE);
}

/* --- shared memory --- */

static struct {
    const void *at;
    size_t n;
    unsigned shared, unshared, freed;
} memory;

void share_memory(const void *at, size_t n)
{
    memory.at = at;
    memory.n = n;
    memory.shared++;
}

void unshare_memory(const void *at)
{
    assert_ptr_equal(at, &kernel);
    assert_true(memory.freed <= memory.unshared); /* it is not freed yet */
    memory.unshared++;
}

static void *svm_alloc(void *context, uint64_t flags, size_t n, uint32_t alignment)
{
    assert_true(context == &program && flags == 1 && n == 100 && alignment == 8);
    return driver.fails ? NULL : &kernel;
}

static void svm_free(void *context, void *at)
{
    assert_true(context == &program && at == &kernel);
    memory.freed++;
}

static int32_t svm_free_later(void *queue, uint32_t n, void **at, void *done, void *ctx,
                              uint32_t nwaits, void *const *waits, void **e)
{
    assert_true(queue == &program && n == 2 && at[1] == &kernel && !done && ctx == &event);
    assert_true(nwaits == 3 && waits == (void *)&kernel && e == (void *)&program);
    memory.freed += n;
    return FAILED;
}

static void *usm_host(void *context, const uint64_t *properties, size_t n, uint32_t alignment,
                      int32_t *error)
{
    *error = 5;
    return svm_alloc(context, properties ? 0 : 1, n, alignment);
}

static void *usm_shared(void *context, void *device, const uint64_t *properties, size_t n,
                        uint32_t alignment, int32_t *error)
{
    assert_ptr_equal(device, &event);
    return usm_host(context, properties, n, alignment, error);
}

static int32_t usm_free(void *context, void *at)
{
    svm_free(context, at);
    return FAILED;
}

static void *extension(const char *name)
{
    return strcmp(name, "clHostMemAllocINTEL") == 0     ? (void *)usm_host
           : strcmp(name, "clSharedMemAllocINTEL") == 0 ? (void *)usm_shared
           : strstr(name, "FreeINTEL")                  ? (void *)usm_free
                                                        : (void *)&event;
}

static void *platform_extension(void *platform, const char *name)
{
    assert_ptr_equal(platform, &event);
    return driver.fails ? NULL : extension(name);
}

static uint64_t queue_properties[32]; /* with the 0 at their end */

static void *create_queue(void *context, void *device, const uint64_t *properties, int32_t *error)
{
    assert_true(context == &program && device == &kernel && error);
    size_t n = 0;
    while (properties && properties[n])
        n += 2;
    assert_true(n < 32);
    memset(queue_properties, 0, sizeof queue_properties);
    if (n)
        memcpy(queue_properties, properties, n * sizeof *properties);
    return &event;
}

static void set_memory(void)
{
    SET(CREATE_QUEUE, create_queue);
    SET(EXTENSION, extension);
    SET(PLATFORM_EXTENSION, platform_extension);
    SET(SVM_ALLOC, svm_alloc);
    SET(SVM_FREE, svm_free);
    SET(SVM_FREE_LATER, svm_free_later);
}

static void queues_have_one_priority(void **state)
{
    static const uint64_t given[] = {0x1093, 4, 0x1096, 4, 0x1097, 1, 0};
    typedef void *queue_function(void *, void *, const uint64_t *, int32_t *);
    queue_function *create = (queue_function *)layer[CREATE_QUEUE];
    int32_t error;
    (void)state;
    assert_ptr_equal(create(&program, &kernel, given, &error), &event);
    assert_memory_equal(queue_properties, ((uint64_t[]){0x1093, 4, 0x1096, 2, 0x1097, 1, 0}),
                        sizeof given);
    assert_ptr_equal(create(&program, &kernel, NULL, &error), &event);
    assert_int_equal(queue_properties[0], 0);
}

static void shared_memory_is_known_from_svm_to_its_end(void **state)
{
    void *both[] = {&kernel, &kernel};
    (void)state;
    memset(&memory, 0, sizeof memory);
    typedef void *alloc_function(void *, uint64_t, size_t, uint32_t);
    typedef void free_function(void *, void *);
    typedef int32_t later_function(void *, uint32_t, void **, void *, void *, uint32_t,
                                   void *const *, void **);
    void *at = ((alloc_function *)layer[SVM_ALLOC])(&program, 1, 100, 8);
    assert_true(at == &kernel && memory.at == at && memory.n == 100);
    ((free_function *)layer[SVM_FREE])(&program, at);
    assert_true(memory.shared == 1 && memory.unshared == 1 && memory.freed == 1);
    memory.unshared = memory.freed = 0;
    later_function *later = (later_function *)layer[SVM_FREE_LATER];
    assert_int_equal(later(&program, 2, both, NULL, &event, 3, (void *)&kernel, (void *)&program),
                     FAILED);
    assert_true(memory.unshared == 2 && memory.freed == 2);
}

static void shared_memory_is_known_from_extensions_to_its_end(void **state)
{
    typedef void *find_function(const char *);
    typedef void *find_of_function(void *, const char *);
    typedef void *host_function(void *, const uint64_t *, size_t, uint32_t, int32_t *);
    typedef void *shared_function(void *, void *, const uint64_t *, size_t, uint32_t, int32_t *);
    typedef int32_t free_function(void *, void *);
    find_function *find = (find_function *)layer[EXTENSION];
    find_of_function *find_of = (find_of_function *)layer[PLATFORM_EXTENSION];
    int32_t error = 0;
    (void)state;
    memset(&memory, 0, sizeof memory);
    assert_ptr_equal(find("clDeviceMemAllocINTEL"), &event);
    assert_ptr_equal(find_of(&event, "clMemFree"), &event);
    host_function *host = (host_function *)find("clHostMemAllocINTEL");
    shared_function *shared = (shared_function *)find_of(&event, "clSharedMemAllocINTEL");
    assert_ptr_equal(host(&program, NULL, 100, 8, &error), &kernel);
    assert_true(memory.shared == 1 && memory.at == &kernel && memory.n == 100 && error == 5);
    error = 0;
    assert_ptr_equal(shared(&program, &event, NULL, 100, 8, &error), &kernel);
    assert_true(memory.shared == 2 && error == 5);
    free_function *frees = (free_function *)find("clMemFreeINTEL");
    assert_int_equal(frees(&program, &kernel), FAILED);
    frees = (free_function *)find_of(&event, "clMemBlockingFreeINTEL");
    assert_int_equal(frees(&program, &kernel), FAILED);
    assert_true(memory.unshared == 2 && memory.freed == 2);
    driver.fails = true;
    assert_null(find_of(&event, "clHostMemAllocINTEL"));
    assert_null(host(&program, NULL, 100, 8, &error));
    assert_null(memory.at);
}

/* --- options --- */

typedef int32_t build_function(void *, uint32_t, void *const *, const char *,
                               void (*)(void *, void *), void *);
typedef int32_t compile_function(void *, uint32_t, void *const *, const char *, uint32_t,
                                 void *const *, const char *const *, void (*)(void *, void *),
                                 void *);

/* What the driver gets of @options, by either entry. */
static const char *built_with(const char *options)
{
    static char first[sizeof driver.options];
    assert_int_equal(
        ((build_function *)layer[BUILD])(&program, 1, (void *)&event, options, NULL, &kernel),
        driver.fails ? FAILED : 0);
    strcpy(first, driver.options);
    assert_int_equal(((compile_function *)layer[COMPILE])(&program, 1, (void *)&event, options, 7,
                                                          (void *)&program, (void *)&kernel, NULL,
                                                          &kernel),
                     driver.fails ? FAILED : 0);
    assert_string_equal(first, driver.options);
    return first;
}

static void options_of_a_person_are_added(void **state)
{
    (void)state;
    assert_string_equal(built_with(NULL), "");
    assert_string_equal(built_with("-O1"), "-O1");
    setenv("EULAB_CL_OPTIONS", "", true);
    assert_string_equal(built_with("-O1"), "-O1");
    setenv("EULAB_CL_OPTIONS", "-x -y", true);
    assert_string_equal(built_with("-O1"), "-O1 -x -y");
    assert_string_equal(built_with(NULL), " -x -y");
    driver.fails = true;
    assert_string_equal(built_with("-O1"), "-O1 -x -y");
}

static void a_source_file_is_named_for_debuggers(void **state)
{
    static const struct {
        const char *options;
        bool named;
    } rows[] = {
        {"-g", true},       {"-O1 -g", true},   {"-g -O1", true}, {"-a -g -b", true},
        {"-gx", false},     {"x-g", false},     {"", false},      {"-gg -g", true},
        {"-g -s x", false}, {"-s x -g", false}, {"-g -sx", true},
    };
    char want[4096];
    (void)state;
    driver.source = "kernel void k() {}\n";
    (void)folder_put("work/other.cl", "kernel void k() {};");
    (void)folder_put("work/k.cl", driver.source);
    char *here = getcwd(NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(want, sizeof want, "%s%s%s%s", rows[i].options, rows[i].named ? " -s \"" : "",
                 rows[i].named ? here : "", rows[i].named ? "/k.cl\"" : "");
        assert_string_equal(built_with(rows[i].options), want);
    }
    driver.source = "";
    assert_string_equal(built_with("-g"), "-g"); /* it is made of no source */
    free(here);
}

static void a_source_that_is_in_no_file_is_written_to_one(void **state)
{
    char want[4096], path[2048];
    size_t n;
    (void)state;
    driver.source = "foobar"; /* whose FNV-1a is known */
    (void)folder_put("work/a\"b.cl", "foobar2");
    for (unsigned turn = 0; turn < 4; turn++) {
        if (turn == 2) { /* a cache that is nowhere */
            setenv("XDG_CACHE_HOME", "cache", true);
            setenv("HOME", folder_path("home"), true);
        }
        snprintf(path, sizeof path, "%s/eulab/85944171f73967e8/%s.cl",
                 folder_path(turn < 2 ? "cache" : "home/.cache"), program_invocation_short_name);
        if (turn == 2) {
            char command[256];
            snprintf(command, sizeof command, "mkdir '%s'", folder_path("home"));
            assert_int_equal(system(command), 0);
        }
        snprintf(want, sizeof want, "-g -s \"%s\"", path);
        assert_string_equal(built_with("-g"), want);
        char *text = read_file(path, &n);
        assert_non_null(text);
        assert_string_equal(text, "foobar");
        free(text);
    }
    setenv("HOME", "home", true);
    assert_string_equal(built_with("-g"), "-g");
    unsetenv("HOME");
    assert_string_equal(built_with("-g"), "-g");
    setenv("XDG_CACHE_HOME", "/proc/no/such", true);
    assert_string_equal(built_with("-g"), "-g");
    (void)folder_put("work/c\"d.cl", "foobar"); /* a name that cannot be said */
    assert_string_equal(built_with("-g"), "-g");
}

/* --- what is left --- */

/* "bin cl gone": what there is of the binary "foobar". */
static const char *left(void)
{
    static const char *const suffixes[] = {"bin", "cl", "gone"};
    static char text[64];
    text[0] = 0;
    for (unsigned i = 0; i < 3; i++) {
        char name[64];
        snprintf(name, sizeof name, "left/85944171f73967e8.%s", suffixes[i]);
        if (access(folder_path(name), F_OK) == 0)
            snprintf(text + strlen(text), 8, "%s%s", *text ? " " : "", suffixes[i]);
    }
    return text;
}

static void forget(void)
{
    char command[256];
    snprintf(command, sizeof command, "rm -f '%s'/*", folder_path("left"));
    assert_int_equal(system(command), 0);
}

static void make_kernel(void)
{
    int32_t error;
    void *k =
        ((void *(*)(void *, const char *, int32_t *))layer[CREATE_KERNEL])(&program, "k", &error);
    assert_ptr_equal(k, driver.fails ? NULL : &kernel);
    assert_int_equal(error, driver.fails ? FAILED : 0);
}

static void make_kernels(void)
{
    uint32_t had = 0;
    int32_t error = ((int32_t(*)(void *, uint32_t, void **, uint32_t *))layer[CREATE_KERNELS])(
        &program, 1, (void *)&event, &had);
    assert_int_equal(error, driver.fails ? FAILED : 0);
    assert_int_equal(had, 1);
}

static void programs_are_left_with_their_first_kernel(void **state)
{
    static void (*const makers[])(void) = {make_kernel, make_kernels};
    size_t n;
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        forget();
        driver.binary = "foobar";
        driver.source = "kernel void k() {}\n";
        (void)folder_put("left/85944171f73967e8.gone", "");
        driver.fails = true;
        makers[i]();
        assert_string_equal(left(), "gone");
        driver.fails = false;
        makers[i]();
        assert_string_equal(left(), "bin cl"); /* it is back */
        char *text = read_file(folder_path("left/85944171f73967e8.bin"), &n);
        assert_memory_equal(text, "foobar", 6);
        assert_int_equal(n, 6);
        free(text);
        text = read_file(folder_path("left/85944171f73967e8.cl"), &n);
        assert_string_equal(text, driver.source);
        free(text);
        (void)folder_put("left/85944171f73967e8.bin", "was here");
        makers[i]();
        text = read_file(folder_path("left/85944171f73967e8.bin"), &n);
        assert_string_equal(text, "was here");
        free(text);
        forget();
        driver.source = NULL;
        makers[i]();
        assert_string_equal(left(), "bin");
        forget();
        for (driver.devices = 0; driver.devices < 4; driver.devices++) {
            makers[i]();
            assert_string_equal(left(), driver.devices == 1 ? "bin" : "");
            forget();
        }
        driver.devices = 1;
        driver.binary = NULL;
        makers[i]();
        assert_string_equal(left(), "");
    }
    driver.binary = "foobar";
    unsetenv("EULAB_CL_FOLDER"); /* nobody wants it */
    make_kernel();
    setenv("EULAB_CL_FOLDER", "/no/such/folder", true);
    make_kernel();
    assert_string_equal(left(), "");
}

static void a_mark_says_that_a_program_is_gone(void **state)
{
    static const struct {
        unsigned place;
        uint32_t references, kernels;
        bool fails;
        const char *left;
    } rows[] = {
        {RELEASE_PROGRAM, 1, 1, false, "gone"}, {RELEASE_PROGRAM, 2, 1, false, ""},
        {RELEASE_PROGRAM, 0, 1, false, ""},     {RELEASE_PROGRAM, 1, 1, true, ""},
        {RELEASE_PROGRAM, 1, 9, false, "gone"}, {RELEASE_KERNEL, 1, 1, false, "gone"},
        {RELEASE_KERNEL, 2, 1, false, ""},      {RELEASE_KERNEL, 1, 2, false, ""},
        {RELEASE_KERNEL, 1, 0, false, ""},      {RELEASE_KERNEL, 1, 1, true, ""},
    };
    (void)state;
    driver.binary = "foobar";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        forget();
        driver.references = rows[i].references;
        driver.kernel_references = rows[i].kernels;
        driver.fails = rows[i].fails;
        int32_t (*f)(void *) = (int32_t(*)(void *))layer[rows[i].place];
        void *what = rows[i].place == RELEASE_PROGRAM ? (void *)&program : (void *)&kernel;
        assert_int_equal(f(what), rows[i].fails ? FAILED : 0);
        assert_string_equal(left(), rows[i].left);
        assert_int_equal(f(NULL), rows[i].fails ? FAILED : 0);
    }
    assert_int_equal(driver.released, 2 * sizeof rows / sizeof *rows);
    forget();
    driver.binary = NULL; /* it left nothing */
    driver.fails = false;
    driver.references = driver.kernel_references = 1;
    assert_int_equal(((int32_t(*)(void *))layer[RELEASE_PROGRAM])(&program), 0);
    assert_int_equal(rmdir(folder_path("left")), 0); /* it is empty */
}

static void names_are_fnv_1a(void **state)
{
    (void)state;
    assert_true(leave_name((const uint8_t *)"", 0) == UINT64_C(0xcbf29ce484222325));
    assert_true(leave_name((const uint8_t *)"a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(leave_name((const uint8_t *)"foobar", 6) == UINT64_C(0x85944171f73967e8));
    leave_file(1, "bin", "", 0); /* nothing is no file */
    assert_int_equal(access(folder_path("left/0000000000000001.bin"), F_OK), -1);
}

/* --- moments --- */

static uint64_t asked(uint32_t what)
{
    uint64_t v = 12345;
    size_t had = 0;
    times_function *f = (times_function *)layer[EVENT_TIMES];
    assert_int_equal(f(&event, what, sizeof v, &v, &had), 0);
    assert_int_equal(had, 8);
    return v;
}

/* A round of the counter: 2^36 ticks. A command is queued and submitted when it starts, unless all
 * its moments are the host's. */
static void moments_are_of_one_clock(void **state)
{
    static const uint64_t all = UINT64_C(0x1000000000) * 80000 / 1000,
                          hour = UINT64_C(3600000000000);
    const struct {
        uint64_t given[5], want[5];
    } rows[] = {
        {{7, 8, 9, 10, 11}, {7, 8, 9, 10, 11}}, /* the host's */
        {{7, 7, 7, 7, 7}, {7, 7, 7, 7, 7}},
        {{9, 8, 9, 10, 11}, {9, 9, 9, 10, 11}},
        {{7, 10, 9, 10, 11}, {9, 9, 9, 10, 11}},
        {{7, 8, 6 + hour, hour + 7, hour + 8}, {7, 8, 6 + hour, hour + 7, hour + 8}},
        {{7, 8, 7 + hour, hour + 8, hour + 9}, {7 + hour, 7 + hour, 7 + hour, hour + 8, hour + 9}},
        {{UINT64_MAX, 8, all, all + 1, all + 2}, {0, 0, 0, 1, 2}}, /* a round too many */
        {{UINT64_MAX, 8, all - 1, all + 1, all + 2}, {all - 1, all - 1, all - 1, all + 1, all + 2}},
    };
    (void)state;
    setenv("EULAB_CL_TICK", "80000", true);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        memcpy(driver.moments, rows[i].given, sizeof driver.moments);
        for (uint32_t what = QUEUED; what <= COMPLETE; what++)
            assert_true(asked(what) == rows[i].want[what - QUEUED]);
    }
    times_function *f = (times_function *)layer[EVENT_TIMES];
    uint64_t v = 5;
    assert_int_equal(f(&event, QUEUED - 1, 8, &v, NULL), FAILED);
    assert_int_equal(f(&event, COMPLETE + 1, 8, &v, NULL), FAILED);
    assert_int_equal(f(&event, QUEUED, 4, &v, NULL), INVALID_VALUE);
    assert_int_equal(f(&event, QUEUED, 8, NULL, NULL), 0);
    assert_int_equal(v, 5);
    driver.fails = true;
    assert_int_equal(f(&event, QUEUED, 8, &v, NULL), FAILED);
    driver.fails = false;
    memcpy(driver.moments, rows[2].given, sizeof driver.moments);
    setenv("EULAB_CL_TICK", "0", true); /* nobody knows the counter */
    assert_int_equal(asked(QUEUED), 9);
    assert_int_equal(asked(SUBMIT), 8);
    unsetenv("EULAB_CL_TICK");
    assert_int_equal(asked(QUEUED), 9);
    assert_int_equal(asked(SUBMIT), 8);
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, open_layer, close_layer)
    const struct CMUnitTest tests[] = {
        CASE(it_says_what_it_is),
        CASE(it_takes_some_entries_of_those_there_are),
        CASE(queues_have_one_priority),
        CASE(shared_memory_is_known_from_svm_to_its_end),
        CASE(shared_memory_is_known_from_extensions_to_its_end),
        CASE(options_of_a_person_are_added),
        CASE(a_source_file_is_named_for_debuggers),
        CASE(a_source_that_is_in_no_file_is_written_to_one),
        CASE(programs_are_left_with_their_first_kernel),
        CASE(a_mark_says_that_a_program_is_gone),
        CASE(names_are_fnv_1a),
        CASE(moments_are_of_one_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
