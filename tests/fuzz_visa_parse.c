/* Any bytes as vISA text, and as a binary file: read, or refused with a message; what is read is
 * checked, printed, encoded, and its text is read again. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "visa/visa.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ignore(void *ctx, const struct visa_insn *in, enum visa_rule rule, const char *text)
{
    (void)ctx, (void)in, (void)rule, (void)text;
}

static void use(const struct visa_routine *r)
{
    struct visa_diags diags = {0}, again = {0};
    struct visa_routine copy;
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    if (!out)
        return;
    visa_check(r, ignore, NULL);
    visa_print(out, r);
    fclose(out);
    free(visa_encode(r, &n, &diags));
    visa_parse("again", text, &copy, &again);
    visa_routine_fini(&copy);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct visa_diags diags = {0};
    struct visa_routine r;
    char *text = strndup((const char *)data, size);
    bool binary = visa_is_binary(data, size);
    int rc = binary ? visa_binary("fuzz", data, size, 0, &r, &diags)
                    : visa_parse("fuzz", text, &r, &diags);
    if ((rc < 0) != (diags.n != 0))
        abort();
    if (!rc)
        use(&r);
    visa_routine_fini(&r);
    free(text);
    return 0;
}
