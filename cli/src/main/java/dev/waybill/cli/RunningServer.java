package dev.waybill.cli;

import java.net.URI;
import java.util.Optional;

/// A server that accepts requests until it is closed.
public interface RunningServer extends AutoCloseable {
    URI url();

    /// What was created at the first start on an empty store; empty at every later start.
    Optional<Welcome> welcome();

    /// Takes no new requests, lets those in flight finish within the drain timeout, and releases everything.
    @Override
    void close();
}
