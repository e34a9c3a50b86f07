package dev.waybill.server.mcp;

import dev.waybill.server.workspace.Caller;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// An offer that is being watched for changes.
record Watch(AutoCloseable open) implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watch.class);

    static Watch open(Offer offer, Caller caller, Listener listener) {
        return new Watch(offer.watch(caller, listener));
    }

    @Override
    public void close() {
        try {
            open.close();
        } catch (Exception e) {
            LOG.warn("A watch could not be closed", e);
        }
    }
}
