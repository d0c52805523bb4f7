/* help WORD about the assembly language: rows of eu/cli/topics.def, and what the tables of isa/
 * add. */
#ifndef EULAB_EU_CLI_TOPICS_H
#define EULAB_EU_CLI_TOPICS_H

/* ui_topic_text - the topic that @word leads to, in any case; "topics": the list of them. NULL:
 * none, or no memory. The caller frees it. */
char *ui_topic_text(const char *word);

#endif
