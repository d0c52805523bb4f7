/* Intel's driver on a host: where its library is, where eulab's own for it are, and what makes it
 * use a simulated GPU. */
#include "tests/helpers.h"

#include <dlfcn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gpu/cli/driver.h"

static void the_library_is_the_first_line(void **state)
{
    static const struct {
        const char *text, *name; /* NULL: there is none */
    } rows[] = {
        {"/usr/lib/libigdrcl.so\n", "/usr/lib/libigdrcl.so"},
        {"libigdrcl.so", "libigdrcl.so"},
        {"d\n", "d"},
        {"first.so\nsecond.so\n", "first.so"},
        {"\nsecond.so\n", NULL},
        {"", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char name[64] = "";
        const char *icd = folder_put("x.icd", rows[i].text);
        assert_int_equal(ui_driver_library(icd, name, sizeof name), !!rows[i].name);
        if (rows[i].name)
            assert_string_equal(name, rows[i].name);
    }
    char name[64];
    assert_false(ui_driver_library(folder_path("none.icd"), name, sizeof name));
}

static void the_driver_is_what_the_loader_is_told(void **state)
{
    char given[128], text[160], path[128];
    (void)state;
    snprintf(given, sizeof given, "%s", folder_put("given.icd", "a-name.so\n"));
    setenv("OCL_ICD_VENDORS", given, true);
    assert_true(ui_driver_find(path, sizeof path)); /* the linker looks for it */
    assert_string_equal(path, given);
    snprintf(text, sizeof text, "%s/none.so\n", folder_path(NULL));
    folder_put("given.icd", text);
    assert_false(ui_driver_find(path, sizeof path));
    assert_string_equal(path, given);
    folder_put("none.so", "");
    assert_true(ui_driver_find(path, sizeof path));
    for (unsigned i = 0; i < 3; i++) { /* a folder, nothing, no word: Debian's */
        if (i < 2)
            setenv("OCL_ICD_VENDORS", folder_path(i ? "nothing.icd" : NULL), true);
        else
            unsetenv("OCL_ICD_VENDORS");
        (void)ui_driver_find(path, sizeof path);
        assert_string_equal(path, "/etc/OpenCL/vendors/intel.icd");
    }
}

/* --- libraries beside the program --- */

/* What a copy of this program in @folder finds; "" for nothing. */
static void found_from(const char *folder, char *text, size_t n)
{
    char command[512];
    snprintf(command, sizeof command,
             "mkdir -p '%s' && cp /proc/%d/exe '%s/program' && '%s/program' --find", folder,
             (int)getpid(), folder, folder);
    FILE *f = popen(command, "r");
    assert_non_null(f);
    n = fread(text, 1, n - 1, f);
    text[n] = 0;
    assert_int_equal(pclose(f), 0);
}

static int print_found(void)
{
    char path[4096], little[16];
    if (ui_driver_layer(path, sizeof path))
        printf("%s\n", path);
    if (ui_driver_zero(path, sizeof path))
        printf("%s\n", path);
    if (ui_driver_wire(path, sizeof path))
        printf("%s\n", path);
    size_t n = strlen(path);
    if (ui_driver_wire(path, n + 1)) /* as much room as it takes, and less */
        puts("fits");
    if (!ui_driver_wire(path, n) && !ui_driver_wire(little, sizeof little))
        puts("does not fit");
    return 0;
}

static void libraries_are_beside_the_program_or_installed(void **state)
{
    char top[64], bin[96], text[2048], want[2048];
    (void)state;
    snprintf(top, sizeof top, "%s", folder_path(NULL));
    snprintf(bin, sizeof bin, "%s/bin", top);
    found_from(bin, text, sizeof text);
    assert_null(strstr(text, ".so"));
    char command[256];
    snprintf(command, sizeof command,
             "mkdir -p '%s/lib/eulab' && cd '%s/lib/eulab' && touch eulab-cl.so eulab-ze.so "
             "eulab-wire.so eulab-wire.s",
             top, top);
    assert_int_equal(system(command), 0);
    found_from(bin, text, sizeof text);
    snprintf(want, sizeof want,
             "%s/../lib/eulab/eulab-cl.so\n%s/../lib/eulab/eulab-ze.so\n"
             "%s/../lib/eulab/eulab-wire.so\nfits\ndoes not fit\n",
             bin, bin, bin);
    assert_string_equal(text, want);
    folder_put("bin/eulab-cl.so", "");
    folder_put("bin/eulab-wire.so", "");
    found_from(bin, text, sizeof text);
    snprintf(want, sizeof want, "%s/eulab-cl.so\n%s/../lib/eulab/eulab-ze.so\n", bin, bin);
    assert_memory_equal(text, want, strlen(want));
    snprintf(want, sizeof want, "%s/eulab-wire.so\n", bin);
    assert_non_null(strstr(text, want));
}

/* --- the environment --- */

struct variable {
    const char *name, *value; /* NULL: it is not set */
};

/* The call of setenv() that finds no memory, from 1 on. */
static unsigned failing, calls;

int setenv(const char *name, const char *value, int replace)
{
    typedef int function(const char *, const char *, int);
    function *real = (function *)dlsym(RTLD_NEXT, "setenv");
    return ++calls == failing ? -1 : real(name, value, replace);
}

/* What ui_driver_environment() makes of an environment with @before alone. */
static void assert_environment(const struct ui_driver *d, const struct variable *before, size_t n,
                               const struct variable *want, size_t wanted)
{
    pid_t child = fork();
    if (child == 0) {
        clearenv();
        for (size_t i = 0; i < n; i++)
            setenv(before[i].name, before[i].value, true);
        if (!ui_driver_environment(d))
            _exit(100);
        for (size_t i = 0; i < wanted; i++) {
            const char *got = getenv(want[i].name);
            if (!got != !want[i].value || (got && strcmp(got, want[i].value) != 0))
                _exit((int)i + 1);
        }
        _exit(0);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status))
        fail_msg("%s", WEXITSTATUS(status) == 100 ? "false" : want[WEXITSTATUS(status) - 1].name);
}
#define N(rows) (sizeof(rows) / sizeof *(rows))

static void the_environment_says_what_the_driver_is_to_be(void **state)
{
    (void)state;
    const struct ui_driver all = {.vendors = "v.icd",
                                  .device = gpu_device_by_name("bxt"),
                                  .port = 65535,
                                  .sip = "a.sip",
                                  .layer = "cl.so",
                                  .zero = "ze.so",
                                  .wire = "wire.so",
                                  .folder = "/folder",
                                  .build = "-g",
                                  .build_zero = "-g -x"},
                           least = {.vendors = "v.icd",
                                    .device = gpu_device_by_name("bdw"),
                                    .port = 1,
                                    .folder = "/folder"};
    static const struct variable whole[] = {{"NEOReadDebugKeys", "1"},
                                            {"ProductFamilyOverride", "bxt"},
                                            {"SetCommandStreamReceiver", "2"},
                                            {"TbxServer", "127.0.0.1"},
                                            {"TbxPort", "65535"},
                                            {"OCL_ICD_VENDORS", "v.icd"},
                                            {"LoadBinarySipFromFile", "a.sip"},
                                            {"EULAB_CL_FOLDER", "/folder"},
                                            {"EnableDeviceBasedTimestamps", "1"},
                                            {"EULAB_CL_TICK", "52083"},
                                            {"EULAB_CL_OPTIONS", "-g"},
                                            {"EULAB_ZE_OPTIONS", "-g -x"},
                                            {"DoCpuCopyOnWriteBuffer", "1"},
                                            {"ZE_ENABLE_ALT_DRIVERS", "ze.so"},
                                            {"EULAB_WIRE", "65535"},
                                            {"LD_PRELOAD", "wire.so"},
                                            {"ASAN_OPTIONS", "verify_asan_link_order=0"},
                                            {"OPENCL_LAYERS", "cl.so"}},
                                 little[] = {{"ProductFamilyOverride", "bdw"},
                                             {"TbxPort", "1"},
                                             {"EULAB_CL_TICK", "80000"},
                                             {"LoadBinarySipFromFile", NULL},
                                             {"EULAB_CL_OPTIONS", NULL},
                                             {"EULAB_ZE_OPTIONS", NULL},
                                             {"DoCpuCopyOnWriteBuffer", "1"},
                                             {"ZE_ENABLE_ALT_DRIVERS", NULL},
                                             {"EULAB_WIRE", NULL},
                                             {"LD_PRELOAD", NULL},
                                             {"ASAN_OPTIONS", NULL},
                                             {"OPENCL_LAYERS", NULL}},
                                 mine[] = {{"NEOReadDebugKeys", "0"},
                                           {"TbxPort", "4321"},
                                           {"EULAB_WIRE", "0"},
                                           {"DoCpuCopyOnWriteBuffer", "0"},
                                           {"ZE_ENABLE_ALT_DRIVERS", "my.so"},
                                           {"LD_PRELOAD", "my.so"},
                                           {"ASAN_OPTIONS", ""},
                                           {"OPENCL_LAYERS", "a.so:b.so"}},
                                 both[] = {{"NEOReadDebugKeys", "1"},
                                           {"TbxPort", "65535"},
                                           {"EULAB_WIRE", "65535"},
                                           {"DoCpuCopyOnWriteBuffer", "0"}, /* the person's own */
                                           {"ZE_ENABLE_ALT_DRIVERS", "my.so"},
                                           {"LD_PRELOAD", "my.so:wire.so"},
                                           {"ASAN_OPTIONS", "verify_asan_link_order=0"},
                                           {"OPENCL_LAYERS", "a.so:b.so:cl.so"}};
    assert_environment(&all, NULL, 0, whole, N(whole));
    assert_environment(&least, NULL, 0, little, N(little));
    assert_environment(&all, mine, N(mine), both, N(both));
}

static void no_memory_for_a_variable_is_told(void **state)
{
    (void)state;
    const struct ui_driver d = {.vendors = "v.icd",
                                .device = gpu_device_by_name("skl"),
                                .sip = "a.sip",
                                .layer = "cl.so",
                                .zero = "ze.so",
                                .wire = "wire.so",
                                .folder = "/folder",
                                .build = "-g",
                                .build_zero = "-g"};
    unsigned done = 0;
    pid_t child = fork();
    if (child == 0) {
        for (failing = 1;; failing++) {
            calls = 0;
            clearenv();
            if (ui_driver_environment(&d))
                _exit((int)calls);
            if (calls != failing)
                _exit(0);
        }
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    done = WIFEXITED(status) ? (unsigned)WEXITSTATUS(status) : 0;
    assert_int_equal(done, 18);
    failing = 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--find") == 0)
        return print_found();
#define CASE(f) cmocka_unit_test_setup_teardown(f, folder_make, folder_drop)
    const struct CMUnitTest tests[] = {
        CASE(the_library_is_the_first_line),
        CASE(the_driver_is_what_the_loader_is_told),
        CASE(libraries_are_beside_the_program_or_installed),
        CASE(the_environment_says_what_the_driver_is_to_be),
        CASE(no_memory_for_a_variable_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
