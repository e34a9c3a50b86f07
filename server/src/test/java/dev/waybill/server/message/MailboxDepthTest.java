package dev.waybill.server.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.delivery.Addressee;
import dev.waybill.server.delivery.Attachments;
import dev.waybill.server.delivery.Counting;
import dev.waybill.server.delivery.DeliveryLimits;
import dev.waybill.server.delivery.Item;
import dev.waybill.server.delivery.Line;
import dev.waybill.server.delivery.Outcomes;
import dev.waybill.server.delivery.QuietChannel;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// A mailbox that holds one message.
@ParameterizedClass
@EnumSource(TestEngine.class)
class MailboxDepthTest {
    private static final DeliveryLimits ONE = new DeliveryLimits(1, Duration.ofHours(1), 64);

    private final TestEngine engine;
    @TempDir private Path temp;

    MailboxDepthTest(TestEngine engine) {
        this.engine = engine;
    }

    @Test
    void an_ack_makes_room_at_once_though_it_is_not_written_yet() throws InterruptedException {
        try (Messaging messaging = new Messaging(engine, temp.resolve("data"), ONE)) {
            Caller.Agent alice = messaging.agent("alice");
            Caller.Agent bob = messaging.agent("bob");
            PromptSession session = new PromptSession(messaging);
            session.open(bob);

            for (int i = 0; i < 3; i++) {
                messaging.tell(alice, "bob", "message " + i);
                session.awaitAck();
            }

            assertThat(messaging.recorded()).hasSize(3).containsOnly("dm.received");
        }
    }

    @Test
    void an_ack_of_an_agent_that_has_gone_makes_room_though_it_is_not_written_yet()
            throws InterruptedException {
        try (Messaging messaging = new Messaging(engine, temp.resolve("data"), ONE)) {
            Caller.Agent alice = messaging.agent("alice");
            PromptSession session = new PromptSession(messaging);
            session.open(messaging.agent("bob"));
            messaging.tell(alice, "bob", "the only one that fits");
            session.awaitAck();
            session.close();

            messaging.tell(alice, "bob", "fits as well");

            assertThat(messaging.recorded()).hasSize(2).containsOnly("dm.received");
        }
    }

    /// Acknowledges while it is still being told; nobody writes that down.
    private static final class PromptSession extends QuietChannel {
        private final Attachments attachments;
        private final AtomicReference<Line> line = new AtomicReference<>();
        private final BlockingQueue<Long> acked = new LinkedBlockingQueue<>();

        PromptSession(Messaging messaging) {
            this.attachments =
                    new Attachments(
                            messaging.store.database(),
                            messaging.json,
                            messaging.mailboxes,
                            messaging.unwrittenAcks,
                            new Outcomes(new Signals(messaging.mailboxes), messaging.ledger),
                            ONE,
                            messaging.clock);
        }

        void open(Caller.Agent agent) {
            Line opened = attachments.attach(agent.agent(), this, new Counting.Kept());
            line.set(opened);
            attachments.start(opened);
        }

        void close() {
            attachments.detach(line.get());
        }

        void awaitAck() throws InterruptedException {
            assertThat(acked.poll(10, TimeUnit.SECONDS)).isNotNull();
        }

        @Override
        public boolean deliver(Addressee agent, long number, Item.Letter letter) {
            attachments.acked(line.get(), number, Duration.ZERO);
            acked.add(number);
            return true;
        }
    }
}
