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
    private final BlockingQueue<Answer> answers = new ArrayBlockingQueue<>(MOST);

    /// What was brought and not answered yet.
    private final Set<Message> open = ConcurrentHashMap.newKeySet();

    private final Thread thread = Thread.ofVirtual().name("nats-acks").unstarted(this::run);
    private volatile boolean leaving;

    private record Answer(Message message, boolean taken) {}

    /// Until the connection is closed.
    Acks(Connection connection) {
        this.connection = connection;
        thread.start();
    }

    void brought(Message message) {
        open.add(message);
    }

    void taken(Message message) {
        if (open.remove(message)) {
            add(new Answer(message, true));
        }
    }

    /// It is brought again, but not at once.
    void later(Message message) {
        if (open.remove(message)) {
            add(new Answer(message, false));
        }
    }

    /// What was answered is told. The rest may be brought at once, to whoever hears it next, in the order in which the
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

    private void add(Answer answer) {
        if (!answers.offer(answer)) {
            LOG.debug("A payload will be brought again: too many are to be acknowledged");
        }
    }

    private void run() {
        try {
            while (connection.getStatus() != Status.CLOSED) {
                Answer next = answers.poll(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
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

    private static void tell(Answer answer) {
        try {
            if (answer.taken()) {
                answer.message().ack();
            } else {
                answer.message().nakWithDelay(LATER);
            }
        } catch (IllegalStateException _) {
            // The connection is gone, or its socket takes nothing now.
        }
    }
}
