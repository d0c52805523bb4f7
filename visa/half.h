/* Half precision, for which there is no host type. */
#ifndef VISA_HALF_H
#define VISA_HALF_H

#include <stdint.h>

/* visa_half_from - rounds in the host's rounding mode. visa_half_to - exact. */
uint16_t visa_half_from(double v);
double visa_half_to(uint16_t h);

#endif
