package dev.waybill.cli;

import dev.waybill.server.Keys;
import java.net.URI;
import java.util.Optional;

/// A server that accepts requests until it is closed.
interface RunningServer extends AutoCloseable {
    URI url();

    /// What a first start on an empty store has made; empty at every later start.
    Optional<Keys> firstKeys();

    /// Takes no new requests, lets those in flight finish within the drain timeout, and releases everything.
    @Override
    void close();
}
