#include "gpu/cli/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char debians[] = "/etc/OpenCL/vendors/intel.icd";

/* A library by its path, or by its name where the linker looks: that one is taken as it is. */
static bool has_library(const char *icd)
{
    char name[1024] = "";
    FILE *f = fopen(icd, "re");
    if (!f)
        return false;
    bool read = fgets(name, sizeof name, f) != NULL;
    fclose(f);
    name[strcspn(name, "\n")] = 0;
    return read && name[0] && (name[0] != '/' || access(name, R_OK) == 0);
}

bool ui_driver_find(char *path, size_t n)
{
    const char *given = getenv("OCL_ICD_VENDORS");
    struct stat st;
    bool is_file = given && stat(given, &st) == 0 && S_ISREG(st.st_mode);
    snprintf(path, n, "%s", is_file ? given : debians);
    return has_library(path);
}

/* Keys of the driver's, which it reads when the first is 1, and one of OpenCL's loader. Level
 * Zero's finds the driver by itself. Source: compute-runtime 22.43, debug_variables_base.inl. */
bool ui_driver_environment(const char *vendors, const struct gpu_device *device, uint16_t port,
                           const char *sip)
{
    enum { TBX = 2 };
    char port_text[8], tbx[4];
    snprintf(port_text, sizeof port_text, "%u", port);
    snprintf(tbx, sizeof tbx, "%d", TBX);
    const char *const keys[][2] = {{"NEOReadDebugKeys", "1"},
                                   {"ProductFamilyOverride", device->name},
                                   {"SetCommandStreamReceiver", tbx},
                                   {"TbxServer", "127.0.0.1"},
                                   {"TbxPort", port_text},
                                   {"OCL_ICD_VENDORS", vendors}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (setenv(keys[i][0], keys[i][1], true))
            return false;
    return !sip || setenv("LoadBinarySipFromFile", sip, true) == 0;
}
