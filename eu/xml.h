/* Types of the target description, for eu/machine.c alone. */
#ifndef EULAB_EU_XML_H
#define EULAB_EU_XML_H

#include "isa/isa.h"

enum eu_xml_feature { EU_XML_GRF, EU_XML_ARF, EU_XML_COUNT };
/* eu_xml_types - returns the types that the registers of a feature use; the caller frees them. gdb
 * keeps types by feature, so each feature defines all that it needs. NULL: no memory. */
char *eu_xml_types(enum eu_gen gen, enum eu_xml_feature feature);

#endif
