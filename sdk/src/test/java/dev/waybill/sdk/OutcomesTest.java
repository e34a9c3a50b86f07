package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.delivery.DeliveryReceipt;
import dev.waybill.protocol.delivery.DeliveryStatus;
import dev.waybill.protocol.id.MessageId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Ten thousand messages, each with an outcome of its own, end in exactly the state that outcome prescribes.
@Timeout(240)
class OutcomesTest {
    private static final int MESSAGES = 10_000;
    private static final int SENDERS = 64;

    @TempDir private Path folder;
    private final Map<MessageId, Outcome> sent = new ConcurrentHashMap<>();
    private final Set<String> deliveries = ConcurrentHashMap.newKeySet();
    private final AtomicInteger handed = new AtomicInteger();

    /// What the session does with a message when it first comes, and where that leads.
    private enum Outcome {
        ACCEPTED(1, DeliveryStatus.ACCEPTED),
        DELIVERED(1, DeliveryStatus.ACKED),
        DEFERRED(2, DeliveryStatus.ACKED),
        FAILED(1, DeliveryStatus.FAILED),
        THROWN(2, DeliveryStatus.ACKED);

        private final int attempts;
        private final DeliveryStatus end;

        Outcome(int attempts, DeliveryStatus end) {
            this.attempts = attempts;
            this.end = end;
        }
    }

    @Test
    void every_outcome_leads_where_it_should() throws Exception {
        try (TestRelay server =
                TestRelay.start(folder, "WAYBILL_DELIVERY_MAILBOX_DEPTH", "100000")) {
            RelayAgent alice = server.relay().register("alice");
            RelayAgent bob = server.relay().register("bob");
            DeliveryRunner runner = bob.deliverTo(this::receive);

            sendAll(alice);
            int expected = sent.values().stream().mapToInt(outcome -> outcome.attempts).sum();
            Await.until("all have come", Duration.ofSeconds(150), () -> handed.get() >= expected);
            runner.stop();

            assertThat(handed).hasValue(expected);
            assertThat(deliveries).hasSize(expected);
            assertThat(wrong(server.relay())).isEmpty();
        }
    }

    private MessageReceipt receive(RelayMessage message, MessageContext context) {
        deliveries.add(context.id().value());
        handed.incrementAndGet();
        if (context.id().value().contains("~")) {
            return context.delivered();
        }
        return switch (Outcome.valueOf(message.text())) {
            case ACCEPTED -> context.accepted();
            case DELIVERED -> context.delivered(Map.of("by", "test"));
            case DEFERRED -> context.deferredFor(Duration.ofMillis(500), "busy");
            case FAILED -> context.failed("not for me");
            case THROWN -> throw new IllegalStateException("not this time");
        };
    }

    private void sendAll(RelayAgent alice) {
        Random random = new Random(4);
        List<Outcome> outcomes =
                random.ints(MESSAGES, 0, Outcome.values().length)
                        .mapToObj(i -> Outcome.values()[i])
                        .toList();
        AtomicInteger next = new AtomicInteger();
        try (ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < SENDERS; i++) {
                senders.execute(
                        () -> {
                            for (int n = next.getAndIncrement();
                                    n < MESSAGES;
                                    n = next.getAndIncrement()) {
                                Outcome outcome = outcomes.get(n);
                                sent.put(alice.send("@bob", outcome.name()).id(), outcome);
                            }
                        });
            }
        }
        assertThat(sent).hasSize(MESSAGES);
    }

    /// How many of each outcome ended elsewhere.
    private Map<Outcome, Integer> wrong(Relay relay) {
        Map<Outcome, Integer> wrong = new EnumMap<>(Outcome.class);
        try (ExecutorService askers = Executors.newFixedThreadPool(8)) {
            sent.forEach(
                    (id, outcome) ->
                            askers.execute(
                                    () -> {
                                        if (!ended(relay, id, outcome)) {
                                            synchronized (wrong) {
                                                wrong.merge(outcome, 1, Integer::sum);
                                            }
                                        }
                                    }));
        }
        return wrong;
    }

    private static boolean ended(Relay relay, MessageId id, Outcome outcome) {
        DeliveryReceipt last = Objects.requireNonNull(relay.message(id).deliveries()).getFirst();
        return last.status() == outcome.end && last.attempt() == outcome.attempts;
    }
}
