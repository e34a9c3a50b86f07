package dev.waybill.server.network;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.PeerCard;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.api.SendEnvelope;
import dev.waybill.server.config.NetworkConfig;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Settled;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.Tx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Feeds hostile envelopes to the router: each is decided about, and put on record once. `-Dnetwork.fuzz.rounds=1000000`
/// feeds as many in each profile; `-Dnetwork.fuzz.seed=…` repeats a failure.
final class RouterFuzzTest {
    private static final int ROUNDS = Integer.getInteger("network.fuzz.rounds", 2_500);
    private static final long SEED = Long.getLong("network.fuzz.seed", 20261115);
    private static final String WRITER = "writer.sess-c";
    private static final Set<String> OURS = Set.of(NetworkFixture.REVIEWER, WRITER);
    private static final long MOST_GROWTH = 64L << 20;
    private static final int BATCH = 16;
    private static final int SHOWN = 1500;

    private static final String ANSWERS =
            """
            select o.id, m.envelope from network_outbox o join network_message m on m.id = o.id
            where o.id > ? order by o.id
            """;
    private static final String DECISIONS =
            """
            select id, direction || ' ' || coalesce(reason, '') from network_audit
            where id > ? and (direction = 'received' or direction = 'rejected' and session_id is null)
                and not (direction = 'received' and kind = 'receipt' and peer_from in ('%s', '%s'))
            order by id
            """
                    .formatted(NetworkFixture.REVIEWER, WRITER);

    private static final String LATEST =
            """
            select direction || ' ' || coalesce(message_id, '') || ' ' || coalesce(reason, '') || ' ' || coalesce(detail, '')
            from network_audit order by id desc limit 5
            """;

    @TempDir private Path folder;

    private final Map<PeerId, PeerCard> greeted = new HashMap<>();
    private final Map<String, byte[]> smallest = new TreeMap<>();
    private long lastAudit;
    private long lastAnswer;

    static Stream<NetworkConfig> profiles() {
        return Stream.of(TestNetworks.workspace("wks_test"), TestNetworks.depth(20));
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void whatever_arrives_is_decided_about_once(NetworkConfig config) {
        Wire wire = Wire.of(config);
        try (NetworkFixture network = new NetworkFixture(TestEngine.SQLITE, folder, config)) {
            network.join(network.agent("writer"), WRITER);
            hear(network, List.of(greeting(network)), wire);
            FuzzedEnvelopes envelopes =
                    new FuzzedEnvelopes(
                            new Random(SEED), wire.profile(), network.scope(), sent(network));
            passOver(network);
            long before = 0;
            for (int round = 0; round < ROUNDS; round += BATCH) {
                if (before == 0 && round >= ROUNDS / 10) {
                    before = used();
                }
                long now = network.now().getEpochSecond();
                hear(
                        network,
                        Stream.generate(() -> envelopes.next(now)).limit(BATCH).toList(),
                        wire);
                network.pass(Duration.ofMillis(300));
                settle(network);
            }
            long grown = used() - before;

            assertThat(smallest.entrySet())
                    .as("seed %d", SEED)
                    .map(fault -> fault.getKey() + ": " + shown(fault.getValue()))
                    .isEmpty();
            assertThat(grown).isLessThan(MOST_GROWTH);
            assertThat(network.peers()).hasSizeLessThan(ROUNDS);
            assertStillWorks(network);
        }
    }

    /// One after the other, and committed together, as they also are when they come quickly.
    private void hear(NetworkFixture network, List<byte[]> documents, Wire wire) {
        Database database = network.store.database();
        for (byte[] document : documents) {
            @Nullable Heard[] heard = {null};
            submit(database, tx -> heard[0] = decide(tx, network, document, wire), document);
            submit(database, tx -> check(tx, heard[0], document, wire), document);
        }
        database.write(_ -> true);
    }

    private void submit(Database database, Consumer<Tx> work, byte[] document) {
        database.submit(
                tx -> {
                    work.accept(tx);
                    return true;
                },
                new Settled<Boolean>() {
                    @Override
                    public void done(Boolean value) {
                        // it is looked at by what comes next
                    }

                    @Override
                    public void failed(Throwable reason) {
                        StackTraceElement[] frames = reason.getStackTrace();
                        fault(reason + " at " + (frames.length == 0 ? "?" : frames[0]), document);
                    }
                });
    }

    private static Heard decide(Tx tx, NetworkFixture network, byte[] document, Wire wire) {
        Heard heard = Heard.of(network.scope(), document, wire, network.now());
        network.network.decide(tx, heard);
        return heard;
    }

    private void check(Tx tx, @Nullable Heard heard, byte[] document, Wire wire) {
        List<String> answers = answers(tx);
        List<String> rows = decisions(tx);
        if (heard == null) {
            return; // it failed, and that is a fault already
        }
        if (!answers.stream().allMatch(answer -> fits(answer, wire))) {
            fault("an answer is larger than what may go", document);
        }
        if (rows.size() != 1 && !(rows.isEmpty() && mayBeSilent(heard))) {
            fault(rows.size() + " decisions about " + kind(heard) + " " + rows, document);
        }
        if (heard instanceof Heard.Wellformed(var _, var letter, var _)
                && letter.envelope().content() instanceof Content.Greet(var card, var _)) {
            greeted.put(card.peer(), card);
        }
    }

    /// Nothing is said of a greeting that says the same again, nor of what comes back from ourselves.
    private boolean mayBeSilent(Heard heard) {
        if (!(heard instanceof Heard.Wellformed(var _, var letter, var _))) {
            return false;
        }
        return OURS.contains(letter.envelope().from().value())
                || (letter.envelope().content() instanceof Content.Greet(var card, var _)
                        && card.equals(greeted.get(card.peer())));
    }

    private static boolean fits(String envelope, Wire wire) {
        return envelope.getBytes(UTF_8).length <= wire.profile().maxBytes();
    }

    /// The agent has read one, and gets the next.
    private void settle(NetworkFixture network) {
        try {
            if (!network.mailbox(network.reviewer).isEmpty()) {
                network.delivers(network.reviewer);
            }
            network.look();
        } catch (RuntimeException e) {
            fault("a session gets nothing more: " + e, new byte[0]);
        }
        passOver(network);
    }

    /// What was decided meanwhile without anything having come.
    private void passOver(NetworkFixture network) {
        var _ = network.store.database().read(this::decisions);
    }

    private static byte[] greeting(NetworkFixture network) {
        String workspace = Wire.column(network.scope());
        return new Envelopes(workspace, network.now().getEpochSecond())
                .greet(NetworkFixture.STRANGER)
                .toString()
                .getBytes(UTF_8);
    }

    private static String kind(Heard heard) {
        return switch (heard) {
            case Heard.Nonsense nonsense -> "nonsense, " + nonsense.rejected().reason();
            case Heard.Wellformed wellformed -> wellformed.letter().envelope().kind().wire();
        };
    }

    private void fault(String what, byte[] document) {
        smallest.merge(what, document, (one, other) -> one.length <= other.length ? one : other);
    }

    /// What goes out because of what came in, since this was last asked.
    private List<String> answers(Tx tx) {
        List<Numbered> rows = tx.list(ANSWERS, Numbered::read, lastAnswer);
        lastAnswer = rows.isEmpty() ? lastAnswer : rows.getLast().id();
        return rows.stream().map(Numbered::text).toList();
    }

    /// What was decided since this was last asked, but for what has left the queue and what our own were told of that.
    private List<String> decisions(ReadTx tx) {
        List<Numbered> rows = tx.list(DECISIONS, Numbered::read, lastAudit);
        lastAudit = rows.isEmpty() ? lastAudit : rows.getLast().id();
        return rows.stream().map(Numbered::text).toList();
    }

    private record Numbered(long id, String text) {
        static Numbered read(Row row) {
            return new Numbered(row.number(1), row.text(2));
        }
    }

    /// Envelopes of ours, which the carrier may bring back.
    private static List<String> sent(NetworkFixture network) {
        say(network, null);
        say(network, NetworkFixture.STRANGER);
        say(network, WRITER);
        return network.rows("select envelope from network_message where direction = 'sent'");
    }

    private static void say(NetworkFixture network, @Nullable String to) {
        network.send(
                new SendEnvelope(
                        network.session.sessionId(),
                        null,
                        "say",
                        Json.emptyObject().put("text", "hi"),
                        "thread",
                        "thread_release",
                        null,
                        to,
                        to == null ? null : "own-" + to,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null));
    }

    private static void assertStillWorks(NetworkFixture network) {
        while (!network.mailbox(network.reviewer).isEmpty()) {
            network.delivers(network.reviewer);
            network.look();
        }
        Envelopes good =
                new Envelopes(Wire.column(network.scope()), network.now().getEpochSecond());
        network.hears(good.say("the-last-one").put("from", "friend.sess-f").toString());

        assertThat(network.mailbox(network.reviewer))
                .as("what became of it: %s", network.rows(LATEST))
                .singleElement()
                .asString()
                .startsWith("<network-message id=\"the-last-one\"");
    }

    private static String shown(byte[] document) {
        String text = new String(document, UTF_8);
        return document.length
                + " bytes: "
                + (text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…");
    }

    private static long used() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
