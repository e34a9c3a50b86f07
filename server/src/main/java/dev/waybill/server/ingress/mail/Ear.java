package dev.waybill.server.ingress.mail;

import dev.waybill.server.source.KeptSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Listens to one mailbox for as long as it is read, over one connection after the other. Used by one thread.
final class Ear implements AutoCloseable {
    private final MailFeed feed;
    private @Nullable Listening current;

    Ear(MailFeed feed) {
        this.feed = feed;
    }

    /// Begins to listen, or begins anew where the connection is lost.
    void open(KeptSource source) {
        Listening before = current;
        if (before == null || before.lost()) {
            close();
            current = feed.listen(source);
        }
    }

    /// True if something may have come within that time, or before it since it was asked last.
    boolean await(Duration time) throws InterruptedException {
        Listening now = current;
        if (now == null) {
            throw new IllegalStateException("nobody listens");
        }
        return now.await(time);
    }

    @Override
    public void close() {
        Listening before = current;
        if (before != null) {
            before.close();
        }
    }
}
