// It never ends.
self:
        jmpi (1) self {NoMask}
