/* Thread spawner. Source: IVB vol. 2 part 2, 1.7.2. */
#include "sim/message_call.h"

/* Dereference resource: FFTID and URB handle come back to a pool that this machine does not have;
 * with EOT the thread ends, which eu_message_send() does. */
enum eu_stop eu_msg_dereference(struct eu_call *c)
{
    if (c->msg->header) {
        call_lint(c, EU_LINT_SPAWNER_HEADER,
                  "thread spawner message with a header (vol. 2 part 2, 1.7.2)");
    }
    if (!c->msg->eot) {
        call_lint(c, EU_LINT_DEREFERENCE_WITHOUT_EOT,
                  "dereference resource without EOT (1.7.2): no effect");
    }
    return EU_STOP_NONE;
}

/* The child's program and registers are in the interface descriptor and the URB entry that the
 * message names. A launch has one program, and no descriptors. */
enum eu_stop eu_msg_spawn(struct eu_call *c)
{
    return eu_call_not_simulated(c, "a launch has no interface descriptors for children");
}
