package dev.waybill.server.action;

/// Why an open invocation is looked at.
enum Glance {
    /// Its turn has come, as that of all of them.
    SWEEP,
    /// Its handler has just connected, so what waits for it need not wait longer.
    ARRIVAL,
    /// Its handler has just connected and does nothing twice, so what was sent over a lost connection may come again at once.
    ARRIVAL_OF_ONE_THAT_REMEMBERS
}
