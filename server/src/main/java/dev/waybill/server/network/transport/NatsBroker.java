package dev.waybill.server.network.transport;

/// Where the broker is now. It may have to be started first, and be somewhere else the next time.
interface NatsBroker extends AutoCloseable {
    NatsAccess access() throws CarrierException, InterruptedException;

    @Override
    void close();

    /// A broker that somebody else runs.
    static NatsBroker at(NatsAccess access) {
        return new NatsBroker() {
            @Override
            public NatsAccess access() {
                return access;
            }

            @Override
            public void close() {}
        };
    }
}
