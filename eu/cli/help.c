/* `help WORD`: collects all that has a given name. */
#include "eu/cli/help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eu/cli/cmds.h"
#include "eu/cli/launch.h"
#include "eu/cli/opcode.h"
#include "eu/cli/session.h"
#include "eu/cli/tools.h"
#include "eu/cli/topics.h"
#include "isa/message.h"

/* Sections of one text; an empty line stands between two. */
struct sections {
    FILE *out;
    char *text;
    size_t size;
    unsigned n;
};

/* Frees @text; NULL is no section. */
static void add_section(struct sections *to, char *text)
{
    if (text)
        fprintf(to->out, "%s%s", to->n++ ? "\n" : "", text);
    free(text);
}

/* A message as generation @first has it, or else as the first generation that has a message of that
 * name. */
static void add_messages(struct sections *to, enum eu_gen first, const char *word)
{
    const enum eu_gen gens[] = {first, EU_GEN7, EU_GEN75, EU_GEN8, EU_GEN9};
    const struct eu_message_info *m;
    for (size_t g = 0; g < sizeof gens / sizeof *gens; g++) {
        for (unsigned i = 0; (m = eu_message_named(gens[g], -1, word, strlen(word), i)); i++) {
            char *text = NULL;
            size_t n;
            FILE *out = open_memstream(&text, &n);
            if (!out)
                return;
            ui_message_put(out, gens[g], m);
            fclose(out);
            add_section(to, text);
        }
        if (eu_message_named(gens[g], -1, word, strlen(word), 0))
            return;
    }
}

bool ui_messages_put(FILE *out, enum eu_gen gen, const char *word)
{
    struct sections to = {.out = out};
    add_messages(&to, gen, word);
    return to.n > 0;
}

/* --- keys of launch files --- */
static const struct {
    const char *name, *help;
} dispatch_keys[] = {
#define DISPATCH(how, name, kinds, field, max, help) {name, help},
#include "eu/cli/dispatch.def"
#undef DISPATCH
};
enum { DISPATCH_KEYS = sizeof dispatch_keys / sizeof *dispatch_keys };

static char *key_text(const char *word)
{
    char *text = NULL;
    for (size_t i = 0; i < DISPATCH_KEYS; i++)
        if (strcmp(dispatch_keys[i].name, word) == 0 &&
            asprintf(&text, "%s - key of \"dispatch\" in a launch file\n%s\n", word,
                     dispatch_keys[i].help) >= 0)
            return text;
    for (unsigned i = 0; launch_keys()[i]; i++)
        if (strcmp(launch_keys()[i], word) == 0 &&
            asprintf(&text, "%s - key of a launch file: `man eulab`, LAUNCH FILE\n", word) >= 0)
            return text;
    return NULL;
}

static char *launch_text(void)
{
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    if (!out)
        return NULL;
    fprintf(out,
            "launch - a launch file, JSON: what runs, and what is there then; `eulab new kernel "
            "NAME` writes one\n\nkeys (`man eulab`, LAUNCH FILE):\n ");
    for (unsigned i = 0; launch_keys()[i]; i++)
        fprintf(out, "%s %s", i && i % 10 == 0 ? "\n " : "", launch_keys()[i]);
    fprintf(out, "\n\nkeys of \"dispatch\":\n");
    for (size_t i = 0; i < DISPATCH_KEYS; i++)
        fprintf(out, "  %-14s %s\n", dispatch_keys[i].name, dispatch_keys[i].help);
    fprintf(out, "\nA launch file for AMD GCN has keys of its own: help gcn\n");
    fclose(out);
    return text;
}

/* --- all of them --- */
static bool is_named(const char *topic, const char *word)
{
    size_t len = strlen(word);
    return strncmp(topic, word, len) == 0 && topic[len] == ' ';
}

static char *find_text(enum eu_gen gen, const char *word, bool commands)
{
    struct sections to = {.n = 0};
    const struct eu_op *op = eu_op_by_name(EU_GEN_ALL, word);
    to.out = open_memstream(&to.text, &to.size);
    if (!to.out)
        return NULL;
    if (op)
        add_section(&to, ui_opcode_text(op));
    char *topic = ui_topic_text(word);
    if (op && !commands && topic &&
        !is_named(topic, word)) { /* the shell shows only its own topics */
        free(topic);
        topic = NULL;
    }
    add_section(&to, topic);
    add_messages(&to, gen, word);
    if (commands)
        add_section(&to, ui_cmd_text(&eu_rows, word));
    add_section(&to, strcmp(word, "launch") == 0 ? launch_text() : key_text(word));
    fclose(to.out);
    if (to.n)
        return to.text;
    free(to.text);
    return NULL;
}

char *ui_help_text(enum eu_gen gen, const char *word)
{
    return find_text(gen, word, true);
}

char *ui_help_machine(enum eu_gen gen, const char *word)
{
    return find_text(gen, word, false);
}

const char *ui_help_name(unsigned i)
{
    if (i < DISPATCH_KEYS)
        return dispatch_keys[i].name;
    const struct eu_message_info *m = eu_message_at(i - DISPATCH_KEYS);
    return m ? m->word : NULL;
}
