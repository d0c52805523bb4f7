/* Host files: replaced whole or left alone, and which ones a client may name. */
#include "tests/helpers.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ui/files.h"
#include "ui/options.h"

static void assert_holds(const char *name, const char *text)
{
    size_t n;
    char *found = read_file(folder_path(name), &n);
    assert_non_null(found);
    assert_string_equal(found, text);
    free(found);
}

/* Names in the scratch folder. */
static unsigned count_files(void)
{
    DIR *d = opendir(folder_path(NULL));
    unsigned n = 0;
    assert_non_null(d);
    while (readdir(d))
        n++;
    closedir(d);
    return n - 2;
}

/* What a child does to a file; its wait status. */
static int in_child(void (*what)(const char *path), const char *name)
{
    int status = 0;
    char path[256];
    snprintf(path, sizeof path, "%s", folder_path(name));
    pid_t pid = fork();
    if (pid == 0) {
        what(path);
        _exit(0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

/* --- whole or not at all --- */
static void killed_in_the_middle(const char *path)
{
    struct ui_output out;
    char why[512];
    if (!ui_output_begin(&out, NULL, path, false, why, sizeof why))
        _exit(1);
    fputs("new, but", out.f);
    fflush(out.f);
    raise(SIGKILL);
}

static void output_of_a_killed_program_leaves_the_old_file(void **state)
{
    (void)state;
    folder_put("kept", "old text");
    int status = in_child(killed_in_the_middle, "kept");
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    assert_holds("kept", "old text");
}

static void disk_is_full(const char *path)
{
    static char much[100000];
    const struct rlimit limit = {4096, 4096};
    char why[512] = "", want[512];
    signal(SIGXFSZ, SIG_IGN);
    close(STDIN_FILENO); /* the folder has its number then */
    setrlimit(RLIMIT_FSIZE, &limit);
    snprintf(want, sizeof want, "%s: File too large; what was there is left as it was", path);
    _exit(ui_write_file(NULL, path, much, sizeof much, why, sizeof why) || strcmp(why, want));
}

static void output_to_a_full_disk_leaves_the_old_file_and_says_so(void **state)
{
    (void)state;
    folder_put("kept", "old text");
    assert_int_equal(in_child(disk_is_full, "kept"), 0);
    assert_holds("kept", "old text");
    assert_int_equal(count_files(), 1); /* and no draft */
    assert_int_equal(in_child(disk_is_full, "none"), 0);
    assert_int_equal(count_files(), 1);
}

/* Drafts of others, perhaps left behind by a program of the same number, stay as they are. */
static void output_beside_drafts_has_another_name(void **state)
{
    char why[512], draft[2][64];
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        snprintf(draft[i], sizeof draft[i], ".eulab-%ld-%u", (long)getpid(), i);
        folder_put(draft[i], "draft");
    }
    assert_true(ui_write_file(NULL, folder_path("kept"), "x", 1, why, sizeof why));
    assert_holds("kept", "x");
    for (unsigned i = 0; i < 2; i++)
        assert_holds(draft[i], "draft");
}

static void output_that_is_dropped_leaves_nothing(void **state)
{
    (void)state;
    struct ui_output out;
    char why[512];
    assert_true(ui_output_begin(&out, NULL, folder_path("kept"), false, why, sizeof why));
    fputs("half", out.f);
    assert_false(ui_output_end(&out, false, why, sizeof why));
    assert_int_equal(count_files(), 0);
}

static void output_keeps_rights_and_links(void **state)
{
    (void)state;
    char why[512], target[256];
    struct stat st;
    mode_t mask = umask(022);
    folder_put("kept", "old");
    assert_int_equal(chmod(folder_path("kept"), 0765), 0);
    snprintf(target, sizeof target, "%s", folder_path("kept"));
    assert_int_equal(symlink(target, folder_path("link")), 0);
    assert_true(ui_write_file(NULL, folder_path("link"), "new", 3, why, sizeof why));
    assert_holds("kept", "new");
    assert_int_equal(lstat(folder_path("link"), &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_int_equal(stat(folder_path("kept"), &st), 0);
    assert_int_equal(st.st_mode & 07777, 0765);
    assert_true(ui_write_file(NULL, folder_path("fresh"), "new", 3, why, sizeof why));
    assert_int_equal(stat(folder_path("fresh"), &st), 0);
    assert_int_equal(st.st_mode & 07777, 0644);
    assert_int_equal(count_files(), 3);
    umask(mask);
}

/* What else is written to stdout must not be lost with the old file. */
static void output_to_an_open_file_is_written_in_place(void **state)
{
    (void)state;
    char why[512], name[64];
    int fd = open(folder_put("kept", ""), O_WRONLY | O_APPEND);
    assert_int_equal(write(fd, "one ", 4), 4);
    snprintf(name, sizeof name, "/dev/fd/%d", fd);
    assert_true(ui_write_file(NULL, name, "two ", 4, why, sizeof why));
    assert_int_equal(write(fd, "three", 5), 5);
    close(fd);
    assert_holds("kept", "two three");
}

static void output_where_none_can_be_says_why(void **state)
{
    (void)state;
    static const struct {
        const char *name, *why;
    } rows[] = {
        {"none/x", "No such file or directory"},
        {"folder", "Is a directory"},
        {"folder/", "Is a directory"},
        {"new/", "No such file or directory"},
        {"nowhere", "No such file or directory"}, /* a link to nothing */
    };
    char why[512], want[512];
    assert_int_equal(mkdir(folder_path("folder"), 0700), 0);
    assert_int_equal(symlink("none/none", folder_path("nowhere")), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_false(ui_write_file(NULL, folder_path(rows[i].name), "x", 1, why, sizeof why));
        snprintf(want, sizeof want, "%s: %s", folder_path(rows[i].name), rows[i].why);
        assert_string_equal(why, want);
    }
    assert_int_equal(rmdir(folder_path("folder")), 0);
    assert_int_equal(unlink(folder_path("nowhere")), 0);
}

/* --- which files --- */
/* @files may read @name, and write it, or @why ends both. */
static void assert_may(const struct ui_files *files, const char *name, const char *why)
{
    char text[512], want[512];
    size_t size;
    snprintf(want, sizeof want, "%s: %s", name, why ? why : "");
    errno = 0;
    uint8_t *bytes = ui_read_file(files, name, 100, &size, text, sizeof text);
    assert_int_equal(bytes != NULL, !why);
    free(bytes);
    if (why)
        assert_string_equal(text, want);
    assert_int_equal(ui_write_file(files, name, "mine", 4, text, sizeof text), !why);
    if (why)
        assert_string_equal(text, want);
}

static void files_beneath_a_folder_are_all_that_a_client_has(void **state)
{
    (void)state;
    static const char outside[] = "is not in the folder of --files: names are relative to it";
    static const char link[] = "is a link: the folder of --files is for regular files";
    char why[512];
    folder_put("secret", "old");
    assert_int_equal(mkdir(folder_path("open"), 0700), 0);
    assert_int_equal(mkdir(folder_path("open/in"), 0700), 0);
    assert_int_equal(mkfifo(folder_path("open/pipe"), 0600), 0);
    assert_int_equal(symlink("../secret", folder_path("open/link")), 0);
    assert_int_equal(symlink("..", folder_path("open/up")), 0);
    assert_int_equal(symlink("a", folder_path("open/near")), 0);
    struct ui_files files = {UI_FILES_BENEATH, open(folder_path("open"), O_PATH | O_DIRECTORY)};
    assert_true(ui_write_file(&files, "a", "x", 1, why, sizeof why));
    assert_true(ui_write_file(&files, "in//./b", "x", 1, why, sizeof why));
    assert_may(&files, "a", NULL);
    assert_may(&files, "in/b", NULL);
    assert_holds("open/in/b", "mine");
    assert_may(&files, "../secret", outside);
    assert_may(&files, "in/../../secret", outside);
    assert_may(&files, "in/..", outside);
    assert_may(&files, folder_path("secret"), outside);
    assert_may(&files, folder_path("open/a"), outside);
    assert_may(&files, "link", link);
    assert_may(&files, "near", link);
    assert_may(&files, "up/secret", "leads through what is no folder, or a link to one");
    assert_may(&files, "pipe", "is no regular file");
    assert_may(&files, "in", "Is a directory");
    assert_may(&files, "a/b", "leads through what is no folder, or a link to one");
    assert_holds("secret", "old");
    close(files.folder);
}

static void files_of_nobody_are_refused(void **state)
{
    (void)state;
    const struct ui_files none = {UI_FILES_NONE, -1};
    assert_may(&none, folder_put("kept", "old"),
               "host files are not for clients over TCP: start the server with --files DIR");
    assert_holds("kept", "old");
}

/* A pipe that nobody feeds, or empties, would hold the session up. */
static void files_of_a_session_are_regular(void **state)
{
    (void)state;
    assert_int_equal(mkfifo(folder_path("pipe"), 0600), 0);
    assert_may(&ui_files_ordinary, folder_path("pipe"), "is no regular file");
    assert_may(&ui_files_ordinary, "/dev/null", "is no regular file");
    assert_may(&ui_files_ordinary, "/dev/stdin", "is no regular file");
    assert_may(&ui_files_ordinary, folder_put("kept", ""), NULL);
    assert_false(ui_file_is_ordinary(folder_path("pipe")));
    assert_true(ui_file_is_ordinary(folder_path("kept")));
    assert_true(ui_file_is_ordinary(folder_path("none")));
}

/* Then descriptor 0 is that of any file. */
static void files_are_the_same_without_standard_input(void **state)
{
    (void)state;
    struct ui_output out;
    char why[512];
    const struct ui_files files = {UI_FILES_BENEATH, open(folder_path(NULL), O_PATH | O_DIRECTORY)};
    int input = dup(STDIN_FILENO);
    folder_put("kept", "old");
    assert_int_equal(mkdir(folder_path("in"), 0700), 0);
    close(STDIN_FILENO);
    assert_may(&files, "kept", NULL);
    assert_may(&files, "in", "Is a directory");
    assert_may(&files, "/kept", "is not in the folder of --files: names are relative to it");
    assert_may(&files, "in/../kept", "is not in the folder of --files: names are relative to it");
    assert_may(NULL, folder_path("kept"), NULL);
    assert_may(NULL, folder_path("in"), "Is a directory");
    assert_may(&ui_files_ordinary, "/dev/null", "is no regular file");
    assert_true(ui_write_file(NULL, "/dev/null", "x", 1, why, sizeof why));
    assert_true(ui_output_begin(&out, NULL, folder_path("none"), false, why, sizeof why));
    assert_false(ui_output_end(&out, false, why, sizeof why));
    assert_int_equal(count_files(), 2);
    assert_int_equal(dup(input), STDIN_FILENO); /* all are closed */
    close(input);
    close(files.folder);
}

/* --- of what length --- */
/* What is read of a pipe that @bytes were written to. */
static uint8_t *read_pipe(size_t bytes, size_t most, size_t *size, char *why, size_t n)
{
    static const char text[300];
    char name[64];
    int fds[2];
    assert_int_equal(pipe(fds), 0);
    assert_int_equal(write(fds[1], text, bytes), bytes);
    close(fds[1]);
    snprintf(name, sizeof name, "/dev/fd/%d", fds[0]);
    uint8_t *got = ui_read_file(NULL, name, most, size, why, n);
    close(fds[0]);
    return got;
}

static void files_may_have_so_many_bytes(void **state)
{
    (void)state;
    static const size_t lengths[] = {0, 1, 2, 3, 4, 49, 50, 51, 99, 100, 101, 102, 300};
    char why[512], want[512], text[301];
    size_t size;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        size_t n = lengths[i];
        memset(text, 'x', n);
        text[n] = '\0';
        uint8_t *bytes = ui_read_file(NULL, folder_put("kept", text), 100, &size, why, sizeof why);
        assert_int_equal(bytes != NULL, n <= 100);
        assert_int_equal(size, n <= 100 ? n : 0);
        if (bytes)
            assert_memory_equal(bytes, text, n);
        snprintf(want, sizeof want, "%s: %zu bytes, there is room for 100", folder_path("kept"), n);
        if (!bytes)
            assert_string_equal(why, want);
        free(bytes);
        bytes = read_pipe(n, 100, &size, why, sizeof why);
        assert_int_equal(bytes != NULL, n <= 100);
        if (bytes)
            assert_int_equal(size, n);
        else
            assert_non_null(strstr(why, ": has more bytes than there is room for"));
        free(bytes);
        bytes = read_pipe(n, n, &size, why, sizeof why);
        assert_non_null(bytes);
        assert_int_equal(size, n);
        free(bytes);
        if (n)
            assert_null(read_pipe(n, n - 1, &size, why, sizeof why));
    }
}

/* --- the user's folders, and what is printed --- */
static void folders_of_a_path_are_made(void **state)
{
    (void)state;
    char path[256];
    struct stat st;
    for (unsigned i = 0; i < 2; i++) { /* then they are there */
        snprintf(path, sizeof path, "%s", folder_path("a/bc//d/file"));
        assert_true(ui_make_folders(path));
        assert_string_equal(path, folder_path("a/bc//d/file"));
        assert_int_equal(stat(folder_path("a/bc/d"), &st), 0);
        assert_true(S_ISDIR(st.st_mode));
        assert_int_equal(st.st_mode & 07777, 0700);
        assert_int_equal(stat(folder_path("a/bc/d/file"), &st), -1);
    }
    snprintf(path, sizeof path, "%s", "file");
    assert_true(ui_make_folders(path));
    snprintf(path, sizeof path, "%s/in/file", folder_put("kept", ""));
    assert_false(ui_make_folders(path));
    assert_int_equal(errno, ENOTDIR);
    assert_non_null(strstr(path, "/kept/in/file"));
    assert_int_equal(rmdir(folder_path("a/bc/d")), 0);
    assert_int_equal(rmdir(folder_path("a/bc")), 0);
    assert_int_equal(rmdir(folder_path("a")), 0);
}

static void path_of_the_user_is_absolute(void **state)
{
    (void)state;
    static const struct {
        const char *given, *home, *path;
    } rows[] = {
        {"/x", "/h", "/x/f"},  {"/x", NULL, "/x/f"},    {"/x", "h", "/x/f"}, {"x", "/h", "/h/in/f"},
        {"", "/h", "/h/in/f"}, {NULL, "/h", "/h/in/f"}, {NULL, NULL, NULL},  {"x", NULL, NULL},
        {NULL, "h", NULL},     {NULL, "", NULL},
    };
    const char *variables[] = {"EULAB_TEST_FOLDER", "HOME"};
    char *home = getenv("HOME") ? strdup(getenv("HOME")) : NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *values[] = {rows[i].given, rows[i].home};
        for (unsigned k = 0; k < 2; k++)
            if (values[k])
                setenv(variables[k], values[k], 1);
            else
                unsetenv(variables[k]);
        errno = 0;
        char *path = ui_user_path(variables[0], "in", "f");
        assert_int_equal(path != NULL, rows[i].path != NULL);
        if (path)
            assert_string_equal(path, rows[i].path);
        else
            assert_int_equal(errno, ENOTDIR);
        free(path);
    }
    if (home)
        setenv("HOME", home, 1);
    free(home);
}

/* What ui_flush() prints about @out; it is bad, or not. */
static void assert_flush(FILE *out, bool bad, const char *text)
{
    int saved = dup(STDERR_FILENO), fd = open(folder_put("said", ""), O_WRONLY | O_APPEND);
    fflush(stderr);
    dup2(fd, STDERR_FILENO);
    int got = ui_flush(out, "here");
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    close(fd);
    assert_int_equal(got, bad ? UI_BAD_INPUT : UI_OK);
    size_t n;
    char *said = read_file(folder_path("said"), &n);
    if (text)
        assert_non_null(strstr(said, text));
    else
        assert_string_equal(said, "");
    free(said);
}

static void output_that_did_not_arrive_is_told(void **state)
{
    (void)state;
    int fds[2];
    FILE *out = fopen("/dev/null", "w");
    fputs("x", out);
    assert_flush(out, false, NULL);
    fclose(out);
    out = fopen("/dev/full", "w");
    fputs("x", out);
    assert_flush(out, true, "here: No space left on device");
    errno = 0; /* nothing is left to be written */
    assert_flush(out, true, "here: ");
    fclose(out);
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(pipe(fds), 0);
    close(fds[0]);
    out = fdopen(fds[1], "w");
    fputs("x", out);
    assert_flush(out, true, NULL);
    fclose(out);
    signal(SIGPIPE, SIG_DFL);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, folder_make, folder_drop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(output_of_a_killed_program_leaves_the_old_file),
        CASE(output_to_a_full_disk_leaves_the_old_file_and_says_so),
        CASE(output_beside_drafts_has_another_name),
        CASE(output_that_is_dropped_leaves_nothing),
        CASE(output_keeps_rights_and_links),
        CASE(output_to_an_open_file_is_written_in_place),
        CASE(output_where_none_can_be_says_why),
        CASE(files_beneath_a_folder_are_all_that_a_client_has),
        CASE(files_of_nobody_are_refused),
        CASE(files_of_a_session_are_regular),
        CASE(files_are_the_same_without_standard_input),
        CASE(files_may_have_so_many_bytes),
        CASE(folders_of_a_path_are_made),
        CASE(path_of_the_user_is_absolute),
        CASE(output_that_did_not_arrive_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
