/* Opens the address on which a server listens. */
#include "stub/listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "stub/stub.h"

enum { EXIT_HOST = 1, EXIT_USAGE = 2, WAITING_CLIENTS = 8 };

static int cannot_listen(const char *addr, const char *why)
{
    fprintf(stderr, "eulab: cannot listen on %s: %s\n", addr, why);
    return EXIT_HOST;
}

static int malformed_address(const char *addr)
{
    fprintf(stderr,
            "eulab: bad address '%s': expected PORT, HOST:PORT, [V6]:PORT, unix:PATH or -\n", addr);
    return EXIT_USAGE;
}

/* --- unix sockets --- */
static bool anyone_listens(const struct sockaddr_un *sa)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool yes = fd >= 0 &&
               (connect(fd, (const struct sockaddr *)sa, sizeof *sa) == 0 || errno != ECONNREFUSED);
    if (fd >= 0)
        close(fd);
    return yes;
}

/* Removes a socket file on which nobody listens: a server that was killed left it. */
static const char *make_way(const struct sockaddr_un *sa)
{
    struct stat st;
    if (lstat(sa->sun_path, &st))
        return errno == ENOENT ? NULL : strerror(errno);
    if (!S_ISSOCK(st.st_mode))
        return "the file exists and is no socket";
    if (anyone_listens(sa))
        return strerror(EADDRINUSE);
    return unlink(sa->sun_path) ? strerror(errno) : NULL;
}

static int listen_unix(struct stub_listener *l, const char *addr, const char *path)
{
    struct sockaddr_un sa = {.sun_family = AF_UNIX};
    struct stat st;
    size_t n = strlen(path);

    if (!n)
        return malformed_address(addr);
    if (n >= sizeof sa.sun_path)
        return cannot_listen(addr, "the path is too long for a socket");
    memcpy(sa.sun_path, path, n + 1);
    const char *why = make_way(&sa);
    if (why)
        return cannot_listen(addr, why);
    l->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (l->fd < 0)
        return cannot_listen(addr, strerror(errno));
    if (bind(l->fd, (struct sockaddr *)&sa, sizeof sa)) {
        int error = errno;
        stub_listen_close(l);
        return cannot_listen(addr, strerror(error));
    }
    l->is_unix = true;
    memcpy(l->path, path, n + 1);
    snprintf(l->where, sizeof l->where, "%s", path);
    if (stat(path, &st) == 0) {
        l->dev = st.st_dev;
        l->ino = st.st_ino;
    }
    /* nobody can connect before listen(), so at no moment do others have access */
    if (chmod(path, 0600) || listen(l->fd, WAITING_CLIENTS)) {
        int error = errno;
        stub_listen_close(l);
        return cannot_listen(addr, strerror(error));
    }
    return 0;
}

/* --- TCP --- */
static bool port_ok(const char *port)
{
    size_t n = strspn(port, "0123456789");
    return n >= 1 && n <= 5 && !port[n] && atoi(port) <= 65535;
}

/* Splits @addr into host ("" for none) and port. */
static bool split_address(const char *addr, char *host, size_t max, const char **port)
{
    const char *colon = strrchr(addr, ':');
    const char *start = addr;
    size_t n = colon ? (size_t)(colon - addr) : 0;
    *port = colon ? colon + 1 : addr;
    if (*addr == '[') {
        if (n < 3 || addr[n - 1] != ']')
            return false;
        start++;
        n -= 2;
    } else if (memchr(addr, ':', n)) {
        return false;
    }
    if (n >= max || !port_ok(*port))
        return false;
    memcpy(host, start, n);
    host[n] = 0;
    return true;
}

static bool is_loopback(const struct sockaddr *sa)
{
    if (sa->sa_family == AF_INET)
        return ntohl(((const struct sockaddr_in *)(const void *)sa)->sin_addr.s_addr) >> 24 == 127;
    return IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)(const void *)sa)->sin6_addr);
}

/* Stores the real address, with the port that replaced 0. */
static void name_socket(struct stub_listener *l)
{
    struct sockaddr_storage sa;
    socklen_t len = sizeof sa;
    char host[64] = "?", port[8] = "?";
    if (getsockname(l->fd, (struct sockaddr *)&sa, &len) == 0)
        getnameinfo((struct sockaddr *)&sa, len, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV);
    snprintf(l->where, sizeof l->where, strchr(host, ':') ? "[%s]:%s" : "%s:%s", host, port);
    if (!is_loopback((struct sockaddr *)&sa))
        fprintf(stderr,
                "eulab: warning: %s is not loopback: whoever reaches it controls the machine\n",
                l->where);
}

static int open_one(const struct addrinfo *ai)
{
    const int on = 1;
    int fd = socket(ai->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(fd, ai->ai_addr, ai->ai_addrlen) == 0 && listen(fd, WAITING_CLIENTS) == 0)
        return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

static int listen_tcp(struct stub_listener *l, const char *addr)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct addrinfo *list = NULL;
    char host[256];
    const char *port;

    if (!split_address(addr, host, sizeof host, &port))
        return malformed_address(addr);
    int rc = getaddrinfo(host[0] ? host : "127.0.0.1", port, &hints, &list);
    if (rc)
        return cannot_listen(addr, gai_strerror(rc));
    for (const struct addrinfo *ai = list; ai && l->fd < 0; ai = ai->ai_next)
        l->fd = open_one(ai);
    int error = errno;
    freeaddrinfo(list);
    if (l->fd < 0)
        return cannot_listen(addr, strerror(error));
    name_socket(l);
    return 0;
}

bool stub_addr_is_private(const char *addr)
{
    return strcmp(addr, "-") == 0 || strncmp(addr, "unix:", 5) == 0;
}

int stub_listen(struct stub_listener *l, const char *addr)
{
    *l = (struct stub_listener){.fd = -1};
    if (!strcmp(addr, "-")) {
        snprintf(l->where, sizeof l->where, "-");
        return 0;
    }
    if (!strncmp(addr, "unix:", 5))
        return listen_unix(l, addr, addr + 5);
    return listen_tcp(l, addr);
}

static bool unix_peer(int fd, char *name, size_t n)
{
    struct ucred peer = {0};
    socklen_t len = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &len)) {
        snprintf(name, n, "a process that cannot be known");
        return false;
    }
    snprintf(name, n, "process %ld", (long)peer.pid);
    return peer.uid == geteuid() || peer.uid == 0;
}

bool stub_listen_peer(const struct stub_listener *l, int fd, char *name, size_t n)
{
    struct sockaddr_storage sa;
    socklen_t len = sizeof sa;
    char host[NI_MAXHOST] = "?", port[NI_MAXSERV] = "?";
    if (l->is_unix)
        return unix_peer(fd, name, n);
    if (getpeername(fd, (struct sockaddr *)&sa, &len) == 0)
        getnameinfo((struct sockaddr *)&sa, len, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV);
    snprintf(name, n, strchr(host, ':') ? "[%.45s]:%.7s" : "%.45s:%.7s", host, port);
    return true;
}

void stub_listen_close(struct stub_listener *l)
{
    struct stat st;
    if (l->fd >= 0)
        close(l->fd);
    l->fd = -1;
    /* another server may have put its own socket there meanwhile */
    if (l->is_unix && lstat(l->path, &st) == 0 && st.st_dev == l->dev && st.st_ino == l->ino)
        unlink(l->path);
    l->is_unix = false;
}
