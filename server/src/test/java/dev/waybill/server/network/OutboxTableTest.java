package dev.waybill.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.network.api.SendEnvelope;
import dev.waybill.server.config.NetworkConfig;
import dev.waybill.server.network.OutboxTable.Outgoing;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Of several servers one publishes a message; the fixture's is number 0.
@ParameterizedClass
@EnumSource(TestEngine.class)
class OutboxTableTest {
    private static final int OTHER = 1;

    private final TestEngine engine;
    private final OutboxTable table = new OutboxTable();
    @TempDir private Path folder;
    private NetworkFixture network;

    OutboxTableTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        network = new NetworkFixture(engine, folder, NetworkConfig.DEFAULTS);
        say("first");
        say("second");
    }

    @AfterEach
    void close() {
        network.close();
    }

    @Test
    void a_server_publishes_what_it_took() {
        assertThat(due(0)).hasSize(2);
        assertThat(due(OTHER)).isEmpty();
    }

    @Test
    void one_that_is_there_keeps_what_it_has() {
        seen(network.now());

        assertThat(takeOver()).isZero();
        assertThat(due(0)).hasSize(2);
    }

    @Test
    void what_a_silent_server_has_is_taken_over_once() {
        seen(network.now().minus(Duration.ofMinutes(1)));

        assertThat(takeOver()).isEqualTo(2);
        assertThat(takeOver()).isZero();
        assertThat(due(0)).isEmpty();
        assertThat(due(OTHER)).hasSize(2);
    }

    @Test
    void a_sender_is_heard_in_order_whatever_server_it_speaks_to() {
        long later = due(0).getLast().id();
        give(later);

        assertThat(due(0)).hasSize(1);
        assertThat(due(OTHER)).isEmpty();

        write("delete from network_outbox where id <> " + later);

        assertThat(due(OTHER)).extracting(Outgoing::id).containsExactly(later);
    }

    private List<Outgoing> due(int worker) {
        return network.store.database().read(tx -> table.due(tx, worker, network.now(), 10));
    }

    private int takeOver() {
        Instant since = network.now().minus(Duration.ofSeconds(20));
        return network.store.database().write(tx -> table.takeOver(tx, OTHER, since));
    }

    private void seen(Instant at) {
        write("insert into network_worker (worker, seen_at) values (0, " + at.toEpochMilli() + ")");
    }

    private void give(long id) {
        write("update network_outbox set worker = " + OTHER + " where id = " + id);
    }

    private void write(String sql) {
        network.store.database().write(tx -> tx.execute(sql));
    }

    private void say(String id) {
        network.send(
                new SendEnvelope(
                        network.session.sessionId(),
                        null,
                        "say",
                        Json.emptyObject().put("text", "hi"),
                        "thread",
                        "thread_release",
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        id,
                        null,
                        null));
    }
}
