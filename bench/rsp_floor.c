/* The floor: a server that answers every packet at once with a constant, to learn what client,
 * sockets and scheduler cost. Whatever serves a real machine can only be slower. */
#include "bench/rsp.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static size_t put(char *out, const char *payload, size_t n)
{
    return rsp_frame(out, payload, n);
}

/* @g: the reply to g, of the size that the compared server's has. */
static size_t answer(const char *p, const char *g, size_t ng, char *out)
{
    static const struct {
        const char *name, *reply;
    } rows[] = {{"qSupported", "PacketSize=100000;QStartNoAckMode+"},
                {"vCont?", "vCont;c;C;s;S"},
                {"vCont;", "T05thread:1;"},
                {"vMust", ""},
                {"qfThreadInfo", "m1"},
                {"qsThreadInfo", "l"},
                {"qC", "QC1"},
                {"?", "T05thread:1;"}};
    if (*p == 'g')
        return put(out, g, ng);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strncmp(p, rows[i].name, strlen(rows[i].name)))
            return put(out, rows[i].reply, strlen(rows[i].reply));
    return put(out, "OK", 2);
}

int rsp_floor(int port, size_t ng)
{
    static char in[1 << 16], out[RSP_MOST];
    char *g = malloc(ng + 1);
    int fd = rsp_accept(port);
    if (fd < 0 || !g || 2 * ng > sizeof out)
        return 1;
    memset(g, '0', ng);
    for (size_t have = 0;;) {
        ssize_t k = read(fd, in + have, sizeof in - 1 - have);
        if (k <= 0)
            break;
        have += (size_t)k;
        in[have] = 0;
        char *at = in, *hash;
        while ((hash = strchr(at, '#')) && hash + 2 < in + have) {
            char *p = strchr(at, '$');
            if (!p || p > hash)
                break;
            size_t n = answer(p + 1, g, ng, out);
            if (write(fd, out, n) != (ssize_t)n)
                break;
            at = hash + 3;
        }
        have -= (size_t)(at - in);
        memmove(in, at, have);
    }
    free(g);
    close(fd);
    return 0;
}
