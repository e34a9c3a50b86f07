package dev.waybill.server.node;

import dev.waybill.server.store.Settled;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// For writes that come again soon: nobody waits for them, and a failure is only worth a line.
record Quietly(String what, Runnable over) implements Settled<Object> {
    private static final Logger LOG = LoggerFactory.getLogger(Quietly.class);

    @Override
    public void done(Object value) {
        over.run();
    }

    @Override
    public void failed(Throwable reason) {
        over.run();
        LOG.warn("A {} was not written: {}", what, reason.getMessage());
    }
}
