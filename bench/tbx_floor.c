/* tbx_floor PROGRAM ARG... - runs PROGRAM under Intel's driver with a server of the TBX wire that
 * answers at once and executes nothing: what the driver takes by itself. Memory is kept; a page
 * asked for twice running holds a tag that is waited for, and has it from then on. */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { IN_BYTES = 1 << 20, OUT_BYTES = 1 << 16, HEADER = 12 };
enum { MMIO = 0, MMIO_ANSWER = 1, WRITE = 4, READ = 5, READ_ANSWER = 6 };
#define MEMORY (UINT64_C(1) << 40)

struct client {
    int fd;
    uint8_t *memory;
    uint64_t asked;
    uint8_t in[IN_BYTES], out[OUT_BYTES];
};

static void answer(struct client *c, const uint32_t header[3], const void *body, const void *bytes,
                   uint32_t n)
{
    size_t size = header[2], all = HEADER + size + n;
    if (all > OUT_BYTES)
        return;
    memcpy(c->out, header, HEADER);
    memcpy(c->out + HEADER, body, size);
    memcpy(c->out + HEADER + size, bytes, n);
    (void)!send(c->fd, c->out, all, MSG_NOSIGNAL);
}

static void read_memory(struct client *c, uint32_t id, const uint32_t *w, uint64_t address)
{
    if (c->asked == address)
        memcpy(c->memory + address, &(uint32_t){0x7fffffff}, 4);
    c->asked = address;
    answer(c, (uint32_t[]){READ_ANSWER, id, 12}, w, c->memory + address, w[2]);
}

/* One message; 0: it has not all come. */
static size_t message(struct client *c, const uint8_t *at, size_t n)
{
    uint32_t h[3], w[4] = {0};
    if (n < HEADER)
        return 0;
    memcpy(h, at, HEADER);
    size_t length = HEADER + h[2];
    if (n < length || h[2] > sizeof w)
        return 0;
    memcpy(w, at + HEADER, h[2]);
    uint64_t address = (uint64_t)(w[0] >> 24) << 32 | w[1];
    if (h[0] == WRITE && n < length + w[2])
        return 0;
    if (h[0] == WRITE)
        memcpy(c->memory + address, at + length, w[2]);
    if (h[0] == READ)
        read_memory(c, h[1], w, address);
    if (h[0] == MMIO && !(w[0] & 1))
        answer(c, (uint32_t[]){MMIO_ANSWER, h[1], 4}, &(uint32_t){0x100}, "", 0);
    return length + (h[0] == WRITE ? w[2] : 0);
}

static void *serve(void *arg)
{
    struct client *c = arg;
    size_t have = 0, took;
    ssize_t got;
    while ((got = recv(c->fd, c->in + have, IN_BYTES - have, 0)) > 0) {
        size_t done = 0;
        have += (size_t)got;
        while ((took = message(c, c->in + done, have - done)))
            done += took;
        have -= done;
        memmove(c->in, c->in + done, have);
    }
    return NULL;
}

static void *accept_all(void *arg)
{
    const int *listener = arg;
    for (;;) {
        struct client *c = malloc(sizeof *c);
        pthread_t host;
        if (!c || (c->fd = accept(*listener, NULL, NULL)) < 0)
            return NULL;
        setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
        c->asked = UINT64_MAX;
        c->memory = mmap(NULL, MEMORY, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (c->memory == MAP_FAILED || pthread_create(&host, NULL, serve, c))
            return NULL;
    }
}

/* As eulab cl has it (gpu/cli/driver.c). */
static void set_environment(unsigned port)
{
    char number[8];
    snprintf(number, sizeof number, "%u", port);
    const char *const keys[][2] = {{"NEOReadDebugKeys", "1"},
                                   {"ProductFamilyOverride", "skl"},
                                   {"SetCommandStreamReceiver", "2"},
                                   {"TbxServer", "127.0.0.1"},
                                   {"TbxPort", number},
                                   {"OCL_ICD_VENDORS", "/etc/OpenCL/vendors/intel.icd"},
                                   {"DoCpuCopyOnWriteBuffer", "1"}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        setenv(keys[i][0], keys[i][1], 1);
}

int main(int argc, char **argv)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t n = sizeof at;
    pthread_t host;
    int state = 0, listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (argc < 2 || bind(listener, (struct sockaddr *)&at, sizeof at) || listen(listener, 64) ||
        getsockname(listener, (struct sockaddr *)&at, &n) ||
        pthread_create(&host, NULL, accept_all, &listener))
        return 2;
    set_environment(ntohs(at.sin_port));
    pid_t program = fork();
    if (program == 0) {
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    waitpid(program, &state, 0);
    return WIFEXITED(state) ? WEXITSTATUS(state) : 1;
}
