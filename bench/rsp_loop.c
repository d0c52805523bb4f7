/* What gdbserver and qemu are to debug: a loop that passes step() for ever, and memory to read and
 * write. */
char buffer[1 << 21];
volatile unsigned count;
__attribute__((noinline)) void step(void)
{
    count++;
}
int main(void)
{
    for (unsigned i = 0; i < sizeof buffer; i++)
        buffer[i] = (char)(65 + i % 26);
    for (;;)
        step();
}
