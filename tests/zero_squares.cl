int squares(int x)
{
    return x * x + 1;
}
