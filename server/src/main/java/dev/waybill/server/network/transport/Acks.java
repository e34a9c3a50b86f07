package dev.waybill.server.network.transport;

import io.nats.client.Connection;
import io.nats.client.Connection.Status;
import io.nats.client.Message;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells the stream what was taken and what there is no room for, on a thread of its own: whoever takes something must not wait for a
/// socket. What is not told is brought again, and known then.
final class Acks {
    private static final Logger LOG = LoggerFactory.getLogger(Acks.class);
    private static final int MOST = 8 * 1024;
    private static final Duration LATER = Duration.ofSeconds(1);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final Connection connection;
    private final BlockingQueue<Reply> replies = new ArrayBlockingQueue<>(MOST);

    /// What was brought and not answered yet.
    private final Set<Message> open = ConcurrentHashMap.newKeySet();

    private final Thread thread = Thread.ofVirtual().name("nats-acks").unstarted(this::run);
    private volatile boolean gathering;
    private volatile boolean leaving;

    private enum Word {
        TAKEN,
        AGAIN,
        LATER
    }

    private record Reply(Message message, Word word) {}

    /// The answer to one message; the first word counts.
    private final class Brought implements Arrival.Answer {
        private final Message message;

        private Brought(Message message) {
            this.message = message;
        }

        @Override
        public void taken() {
            if (open.remove(message)) {
                add(new Reply(message, Word.TAKEN));
            }
        }

        @Override
        public void givenBack() {
            untaken(message, Word.AGAIN);
        }

        @Override
        public void givenUp() {
            open.remove(message);
        }
    }

    /// Until the connection is closed.
    Acks(Connection connection) {
        this.connection = connection;
        thread.start();
    }

    Arrival.Answer brought(Message message) {
        open.add(message);
        return new Brought(message);
    }

    /// It is brought again, but not at once.
    void later(Message message) {
        untaken(message, Word.LATER);
    }

    /// From now on nothing goes back by itself, so that nothing is brought to others before what came earlier.
    void gather() {
        gathering = true;
    }

    /// What was taken is told. The rest may be brought at once, to whoever hears it next, in the order in which the
    /// broker gets it back.
    void giveBack() throws IOException, InterruptedException {
        leaving = true;
        thread.join(FAREWELL);
        List<Message> rest = new ArrayList<>(open);
        rest.sort(Comparator.comparingLong(Acks::place));
        open.clear();
        rest.forEach(Message::nak);
        connection.RTT();
    }

    /// What somebody sent here past the stream has no place in it.
    private static long place(Message message) {
        try {
            return message.metaData().streamSequence();
        } catch (IllegalStateException | IllegalArgumentException _) {
            return 0;
        }
    }

    private void untaken(Message message, Word word) {
        if (!gathering && open.remove(message)) {
            add(new Reply(message, word));
        }
    }

    private void add(Reply reply) {
        if (!replies.offer(reply)) {
            LOG.debug("A payload will be brought again: too many are to be acknowledged");
        }
    }

    private void run() {
        try {
            while (connection.getStatus() != Status.CLOSED) {
                Reply next = replies.poll(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
                if (next != null) {
                    tell(next);
                } else if (leaving) {
                    return;
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void tell(Reply reply) {
        try {
            switch (reply.word()) {
                case TAKEN -> reply.message().ack();
                case AGAIN -> reply.message().nak();
                case LATER -> reply.message().nakWithDelay(LATER);
            }
        } catch (IllegalStateException _) {
            // The connection is gone, or its socket takes nothing now.
        }
    }
}
