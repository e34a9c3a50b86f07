package dev.waybill.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// An observer that stops reading in the middle of much more than the network and the server hold for it.
@ParameterizedClass
@EnumSource(TestEngine.class)
class StalledObserverTest {
    private static final int MESSAGES = 400;
    private static final String LONG = "x".repeat(50_000);

    private final TestEngine engine;
    @TempDir private Path temp;
    private WatchedServer acme;

    StalledObserverTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        acme = new WatchedServer(engine, temp.resolve("data"));
    }

    @AfterEach
    void stop() {
        acme.close();
    }

    @Test
    void reads_on_where_it_stopped_and_misses_nothing() throws Exception {
        try (Watcher neighbour = acme.watch();
                Watcher stalled = asleep()) {
            List<Long> all = flood(neighbour);

            assertThat(stalled.pending()).isZero();
            assertThat(seqs(stalled.wake().untilText("the end"))).isEqualTo(all);
        }
    }

    @Test
    void or_is_cut_off_and_goes_on_from_the_last_it_has() throws Exception {
        try (Watcher neighbour = acme.watch()) {
            Watcher stalled = asleep();
            List<Long> all = flood(neighbour);
            stalled.wake();
            List<Long> heard = new ArrayList<>(List.of(stalled.next().get("seq").asLong()));
            stalled.drop();

            try (Watcher again = acme.watch()) {
                again.say("{\"type\":\"resync\",\"last_seen_seq\":" + heard.getLast() + "}");
                List<JsonNode> missed = again.untilType("resync_ack");
                JsonNode ack = missed.removeLast();
                heard.addAll(seqs(missed));

                assertThat(heard).isEqualTo(all);
                assertThat(ack.get("replayed").asLong()).isEqualTo(missed.size());
                assertThat(ack.get("gap_detected").asBoolean()).isFalse();
                acme.post("and on");
                assertThat(seqs(again.untilText("and on")).getFirst()).isEqualTo(all.getLast() + 1);
            }
        }
    }

    private Watcher asleep() {
        return Watcher.asleep(acme.client, acme.server.url(), acme.keys.workspaceKey());
    }

    /// 20 MB, which the neighbour hears as they come; the numbers of all rows, without a gap.
    private List<Long> flood(Watcher neighbour) throws InterruptedException {
        for (int i = 0; i < MESSAGES; i++) {
            acme.post(LONG + i);
        }
        acme.post("the end");
        List<Long> all = seqs(neighbour.untilText("the end"));
        assertThat(all)
                .hasSizeGreaterThan(MESSAGES)
                .isEqualTo(LongStream.rangeClosed(all.getFirst(), all.getLast()).boxed().toList());
        return all;
    }

    private static List<Long> seqs(List<JsonNode> frames) {
        return frames.stream().map(frame -> frame.get("seq").asLong()).toList();
    }
}
