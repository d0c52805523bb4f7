/* Opens, reads and replaces host files within the limits of struct ui_files. */
#include "ui/files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ui/options.h"

enum { DRAFTS = 1000, WHY_ROOM = PATH_MAX + 128 }; /* DRAFTS: limit of names that are tried */

const struct ui_files ui_files_ordinary = {UI_FILES_ORDINARY, -1};

static bool fail_with(char *why, size_t n, const char *path, const char *text)
{
    snprintf(why, n, "%s: %s", path, text);
    return false;
}

/* --- resolving paths --- */
/* Opens the folder of the last part of @path, which the caller closes; *@last points into @path.
 * Links are not followed and `..` is refused, so that the path cannot leave @folder, whatever other
 * processes rename meanwhile. -1: errno. */
static int open_beneath(int folder, const char *path, const char **last)
{
    int at = openat(folder, ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    char part[NAME_MAX + 1];
    size_t n;
    if (*path == '/') {
        close(at);
        errno = EXDEV;
        return -1;
    }
    for (*last = path; at >= 0; *last += n + 1) {
        n = strcspn(*last, "/");
        bool up = n == 2 && memcmp(*last, "..", 2) == 0;
        if (!up && !(*last)[n])
            return at;
        snprintf(part, sizeof part, "%.*s", n ? (int)n : 1, n ? *last : ".");
        int next = up || n > NAME_MAX
                       ? -1
                       : openat(at, part, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        int error = up ? EXDEV : n > NAME_MAX ? ENAMETOOLONG : errno;
        close(at);
        errno = error;
        at = next;
    }
    return -1;
}

/* The same without that limit, for a path whose last part is no link. */
static int open_folder(const char *path, const char **last)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, slash > path ? (size_t)(slash - path) : 1) : strdup(".");
    int fd = folder ? open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
    *last = slash ? slash + 1 : path;
    free(folder);
    return fd;
}

static const char *reason(const struct ui_files *files, int error)
{
    if (files && files->rule == UI_FILES_NONE)
        return "host files are not for clients over TCP: start the server with --files DIR";
    if (files && files->rule == UI_FILES_BENEATH && error == EXDEV)
        return "is not in the folder of --files: names are relative to it";
    if (files && files->rule == UI_FILES_BENEATH && error == ELOOP)
        return "is a link: the folder of --files is for regular files";
    if (files && files->rule == UI_FILES_BENEATH && error == ENOTDIR)
        return "leads through what is no folder, or a link to one";
    return error == EINVAL ? "is no regular file" : strerror(error);
}

static int no_regular(const struct stat *st)
{
    return S_ISREG(st->st_mode)   ? 0
           : S_ISDIR(st->st_mode) ? EISDIR
           : S_ISLNK(st->st_mode) ? ELOOP
                                  : EINVAL;
}

bool ui_file_is_ordinary(const char *path)
{
    struct stat st;
    return stat(path, &st) ? errno == ENOENT : S_ISREG(st.st_mode);
}

/* --- reading --- */
/* A session must not wait for the writer of a pipe. -1: errno. */
static int open_to_read(const struct ui_files *files, const char *path)
{
    const int flags = O_RDONLY | O_NOCTTY | O_CLOEXEC | (files ? O_NONBLOCK : 0);
    const char *last;
    if (!files || files->rule == UI_FILES_ORDINARY)
        return open(path, flags);
    errno = EACCES;
    int folder = files->rule == UI_FILES_BENEATH ? open_beneath(files->folder, path, &last) : -1;
    int fd = folder < 0 ? -1 : openat(folder, last, flags | O_NOFOLLOW), error = errno;
    if (folder >= 0)
        close(folder);
    errno = error;
    return fd;
}

/* Reads to the end of @f, but at most @most bytes and one more; @expected: the likely number. NULL:
 * no memory. */
static uint8_t *read_all(FILE *f, size_t expected, size_t most, size_t *size)
{
    uint8_t *bytes = NULL;
    size_t room = expected;
    for (*size = 0;; room = room >= most / 2 ? most : 2 * room + 1) {
        uint8_t *more = realloc(bytes, room + 1);
        if (!more) {
            free(bytes);
            return NULL;
        }
        bytes = more;
        *size += fread(bytes + *size, 1, room + 1 - *size, f);
        if (*size <= room || room == most)
            return bytes;
    }
}

/* Reads all of @fd, and closes it; below 0: errno says why. */
static uint8_t *read_open(const struct ui_files *files, int fd, const char *path, size_t most,
                          size_t *size, char *why, size_t n)
{
    struct stat st;
    uint8_t *bytes = NULL;
    int error = errno;
    FILE *f = fd < 0 || fstat(fd, &st) ? NULL : fdopen(fd, "rb");
    *size = 0;
    if (f)
        error = files || S_ISDIR(st.st_mode) ? no_regular(&st) : 0;
    if (!f || error)
        fail_with(why, n, path, reason(files, error));
    else if (S_ISREG(st.st_mode) && (uint64_t)st.st_size > most)
        snprintf(why, n, "%s: %lld bytes, there is room for %zu", path, (long long)st.st_size,
                 most);
    else if (!(bytes = read_all(f, (size_t)st.st_size, most, size)))
        fail_with(why, n, path, "out of memory");
    else if (*size > most || ferror(f)) {
        fail_with(why, n, path,
                  ferror(f) ? strerror(errno) : "has more bytes than there is room for");
        free(bytes);
        bytes = NULL;
    }
    if (f)
        fclose(f);
    else if (fd >= 0)
        close(fd);
    return bytes;
}

uint8_t *ui_read_file(const struct ui_files *files, const char *path, size_t most, size_t *size,
                      char *why, size_t n)
{
    return read_open(files, open_to_read(files, path), path, most, size, why, n);
}

uint8_t *ui_read_input(const char *path, size_t most, size_t *size, char *why, size_t n)
{
    bool file = strcmp(path, "-") != 0;
    int fd = file ? open_to_read(NULL, path) : fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
    return read_open(NULL, fd, path, most, size, why, n);
}

/* --- writing --- */
/* A name for an open file: its other bytes must not be lost. */
static bool is_descriptor(const char *path)
{
    return strncmp(path, "/dev/fd/", 8) == 0 || strncmp(path, "/dev/std", 8) == 0 ||
           strncmp(path, "/proc/", 6) == 0;
}

/* Finds folder and name of the file at the end of all links. Returns 0 or an errno; EINVAL: no
 * regular file. */
static int locate_folder(struct ui_output *o, const struct ui_files *files)
{
    struct stat st;
    const char *last = NULL;
    char *real = NULL;
    if (files && files->rule == UI_FILES_NONE)
        return EACCES;
    if (files && files->rule == UI_FILES_BENEATH) {
        o->folder = open_beneath(files->folder, o->path, &last);
    } else if (is_descriptor(o->path)) {
        return EINVAL;
    } else if (stat(o->path, &st)) {
        if (errno != ENOENT || lstat(o->path, &st) == 0)
            return errno;
        o->folder = open_folder(o->path, &last);
    } else if (no_regular(&st)) {
        return no_regular(&st);
    } else if ((real = realpath(o->path, NULL))) {
        o->folder = open_folder(real, &last);
    }
    int error = o->folder < 0 ? errno : !*last ? EISDIR : 0;
    o->name = error ? NULL : strdup(last);
    free(real);
    return error ? error : o->name ? 0 : ENOMEM;
}

/* Makes a new file beside the old one, with its permissions. Returns its descriptor; -1: errno. */
static int open_draft(struct ui_output *o, bool secret)
{
    struct stat st;
    bool there = fstatat(o->folder, o->name, &st, AT_SYMLINK_NOFOLLOW) == 0;
    int fd = -1;
    errno = there ? no_regular(&st) : 0;
    if (errno || (there && faccessat(o->folder, o->name, W_OK, AT_EACCESS)))
        return -1;
    for (unsigned i = 0; fd < 0 && i < DRAFTS; i++) {
        snprintf(o->draft, sizeof o->draft, ".eulab-%ld-%u", (long)getpid(), i);
        fd = openat(o->folder, o->draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                    secret ? 0600 : 0666);
        if (fd < 0 && errno != EEXIST)
            return -1;
    }
    if (fd >= 0 && there && !secret && fchmod(fd, st.st_mode & 0777)) {
        close(fd);
        unlinkat(o->folder, o->draft, 0);
        return -1;
    }
    if (fd >= 0 && there && fchown(fd, st.st_uid, st.st_gid))
        errno = 0; /* another user's file in a folder of ours: it becomes ours */
    return fd;
}

static void free_output(struct ui_output *o)
{
    if (o->folder >= 0)
        close(o->folder);
    free(o->path);
    free(o->name);
    *o = (struct ui_output){.folder = -1};
}

bool ui_output_begin(struct ui_output *o, const struct ui_files *files, const char *path,
                     bool secret, char *why, size_t n)
{
    *o = (struct ui_output){.folder = -1, .path = strdup(path)};
    int error = o->path ? locate_folder(o, files) : ENOMEM;
    if (error == EINVAL && !files) {
        o->f = fopen(path, "wb");
        error = errno;
    } else if (!error) {
        int fd = open_draft(o, secret);
        o->f = fd < 0 ? NULL : fdopen(fd, "wb");
        error = errno;
        if (fd >= 0 && !o->f)
            close(fd);
    }
    if (o->f)
        return true;
    free_output(o);
    return fail_with(why, n, path, reason(files, error));
}

bool ui_output_end(struct ui_output *o, bool ok, char *why, size_t n)
{
    int error = fflush(o->f) ? errno : 0;
    if (!error && ferror(o->f)) /* the error was earlier: try again, for the reason */
        error = write(fileno(o->f), "", 1) < 0 ? errno : EIO;
    if (fclose(o->f) && !error)
        error = errno;
    if (o->folder >= 0 && ok && !error && renameat(o->folder, o->draft, o->folder, o->name))
        error = errno;
    if (o->folder >= 0 && (error || !ok))
        unlinkat(o->folder, o->draft, 0);
    if (error && ok)
        snprintf(why, n, "%s: %s%s", o->path, strerror(error),
                 o->folder >= 0 ? "; what was there is left as it was" : "");
    free_output(o);
    return ok && !error;
}

bool ui_write_file(const struct ui_files *files, const char *path, const void *bytes, size_t size,
                   char *why, size_t n)
{
    struct ui_output o;
    if (!ui_output_begin(&o, files, path, false, why, n))
        return false;
    fwrite(bytes, 1, size, o.f);
    return ui_output_end(&o, true, why, n);
}

/* --- the user's folders, and flushing output --- */
char *ui_beside(const char *file, const char *name)
{
    const char *slash = strrchr(file, '/');
    char *path;
    if (name[0] == '/' || !slash)
        return strdup(name);
    return asprintf(&path, "%.*s/%s", (int)(slash - file), file, name) < 0 ? NULL : path;
}

char *ui_user_path(const char *variable, const char *folder, const char *file)
{
    const char *given = getenv(variable), *home = getenv("HOME");
    bool is_given = given && *given == '/';
    char *path = NULL;
    if (!is_given && (!home || *home != '/')) {
        errno = ENOTDIR;
        return NULL;
    }
    return asprintf(&path, "%s%s%s/%s", is_given ? given : home, is_given ? "" : "/",
                    is_given ? "" : folder, file) < 0
               ? NULL
               : path;
}

bool ui_make_folders(char *path)
{
    for (char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        bool ok = !mkdir(path, 0700) || errno == EEXIST;
        *at = '/';
        if (!ok)
            return false;
    }
    return true;
}

int ui_flush(FILE *out, const char *name)
{
    if (fflush(out) == 0 && !ferror(out))
        return UI_OK;
    if (errno != EPIPE) /* a reader that closed the pipe (`| head`) already knows */
        ui_error("%s: %s", name, errno ? strerror(errno) : "write failed");
    return UI_BAD_INPUT;
}

uint8_t *ui_get_input(const char *path, size_t most, size_t *size)
{
    char why[WHY_ROOM];
    uint8_t *bytes = ui_read_input(path, most, size, why, sizeof why);
    if (!bytes)
        ui_error("%s", why);
    return bytes;
}

int ui_put_output(const struct ui_args *args, const char *binary,
                  int (*write)(void *ctx, FILE *out), void *ctx)
{
    const char *path = ui_value(args, OPT_OUTPUT);
    struct ui_output out;
    char why[WHY_ROOM];
    if (!path || strcmp(path, "-") == 0) {
        if (binary && isatty(STDOUT_FILENO))
            return ui_usage(args, "will not write %s to a terminal: give -o OUT or --format hex",
                            binary);
        int status = write(ctx, stdout);
        return status == UI_OK ? ui_flush(stdout, "stdout") : status;
    }
    if (!ui_output_begin(&out, NULL, path, false, why, sizeof why)) {
        ui_error("%s", why);
        return UI_BAD_INPUT;
    }
    int status = write(ctx, out.f);
    bool made = status == UI_OK, written = ui_output_end(&out, made, why, sizeof why);
    if (made && !written)
        ui_error("%s", why);
    return written ? UI_OK : UI_BAD_INPUT;
}
