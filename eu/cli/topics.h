/* help WORD about the assembly language: rows of eu/cli/topics.def, and additions from the tables
 * of isa/. */
#ifndef EULAB_EU_CLI_TOPICS_H
#define EULAB_EU_CLI_TOPICS_H

/* ui_topic_text - the topic that @word leads to, in upper or lower case; "topics" gives a list of
 * them. NULL: there is none, or no memory. The caller frees it. */
char *ui_topic_text(const char *word);

#endif
