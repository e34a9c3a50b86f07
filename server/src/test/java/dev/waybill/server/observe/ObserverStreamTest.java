package dev.waybill.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// The stream of a real server, with the JDK's WebSocket client.
@ParameterizedClass
@EnumSource(TestEngine.class)
class ObserverStreamTest {
    private static final String EVERYTHING =
            "'stream:read','messages:read','deliveries:read','channels:read'";

    private final TestEngine engine;
    @TempDir private Path temp;
    private WatchedServer acme;

    ObserverStreamTest(TestEngine engine) {
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
    void the_workspace_key_hears_of_a_message_as_it_happens() throws Exception {
        try (Watcher watcher = acme.watch()) {
            acme.post("hello");

            JsonNode frame = watcher.untilText("hello").getLast();

            assertThat(frame.get("type").asString()).isEqualTo("message.created");
            assertThat(frame.get("id").asString()).hasSize(36);
            assertThat(frame.get("channel").asString()).isEqualTo("general");
            assertThat(frame.get("seq").asLong())
                    .isPositive()
                    .isEqualTo(frame.get("agent_seq").asLong());
        }
    }

    @Test
    void the_listing_tells_what_the_stream_told() throws Exception {
        acme.register("bob");
        String token = acme.observer(EVERYTHING, "{}");
        try (Watcher watcher = acme.watch(token)) {
            acme.post("one");
            acme.post("two");
            List<JsonNode> live = new ArrayList<>(watcher.untilText("two"));
            live.add(watcher.next());
            long first = live.getFirst().get("seq").asLong();

            JsonNode page = acme.get("/v1/workspace/events?limit=9&since=" + (first - 1), token);

            assertThat(live).hasSize(4);
            assertThat(page.get("events")).hasSize(4);
            for (int i = 0; i < 4; i++) {
                JsonNode event = page.get("events").get(i);
                assertThat(event.get("seq")).isEqualTo(live.get(i).get("seq"));
                assertThat(event.get("type")).isEqualTo(live.get(i).get("type"));
                assertThat(live.get(i).properties()).containsAll(event.get("payload").properties());
            }
            assertThat(page.get("next_since")).isEqualTo(page.get("latest_seq"));
        }
    }

    @Test
    void an_observer_hears_what_its_scopes_and_filters_let_it_and_no_more() throws Exception {
        acme.register("bob");
        try (Watcher messages = acme.watch(acme.observer("'stream:read','messages:read'", "{}"));
                Watcher deliveries =
                        acme.watch(acme.observer("'stream:read','deliveries:read'", "{}"));
                Watcher elsewhere =
                        acme.watch(acme.observer(EVERYTHING, "{'channel_names':['ops']}"));
                Watcher all = acme.watch()) {
            acme.post("one");
            acme.post("two");

            assertThat(messages.untilText("two"))
                    .extracting(frame -> frame.get("type").asString())
                    .containsExactly("message.created", "message.created");
            assertThat(List.of(deliveries.next(), deliveries.next()))
                    .extracting(frame -> frame.get("type").asString())
                    .containsOnly("delivery.accepted");
            all.untilText("two");
            elsewhere.say("{\"type\":\"ping\"}");
            assertThat(elsewhere.next().get("type").asString()).isEqualTo("pong");
        }
    }

    @Test
    void who_comes_back_gets_what_it_missed_once_while_others_write() throws Exception {
        int messages = 400;
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor();
                Watcher witness = acme.watch()) {
            List<Future<?>> writing =
                    IntStream.range(0, 4)
                            .<Future<?>>mapToObj(
                                    writer ->
                                            writers.submit(
                                                    () -> {
                                                        for (int i = 0; i < messages / 4; i++) {
                                                            acme.post(writer + "-" + i);
                                                        }
                                                        return 0;
                                                    }))
                            .toList();
            List<Long> seen = new ArrayList<>();
            Watcher watcher = acme.watch();
            long start = watcher.next().get("seq").asLong();
            seen.add(start);
            while (!writing.stream().allMatch(Future::isDone)) {
                for (int i = 0; i < 20 && watcher.pending() > 0; i++) {
                    seen.add(watcher.next().get("seq").asLong());
                }
                watcher.drop();
                watcher = acme.watch();
                List<JsonNode> replay = resync(watcher, seen.getLast());
                replay.stream().map(frame -> frame.get("seq").asLong()).forEach(seen::add);
            }
            acme.post("the end");
            watcher.untilText("the end").stream()
                    .map(frame -> frame.get("seq").asLong())
                    .forEach(seen::add);
            watcher.close();
            long end = witness.untilText("the end").getLast().get("seq").asLong();

            assertThat(seen)
                    .containsExactlyElementsOf(LongStream.rangeClosed(start, end).boxed().toList());
        }
    }

    @Test
    void a_resync_says_how_much_it_was_and_whether_something_is_missing() throws Exception {
        acme.post("one");
        acme.post("two");
        long latest =
                acme.get("/v1/workspace/events", acme.keys.workspaceKey())
                        .get("latest_seq")
                        .asLong();
        try (Watcher watcher = acme.watch()) {
            watcher.say(
                    "{\"type\":\"resync\",\"last_seen_seq\":0,\"since\":\"2026-01-01T00:00:00Z\"}");
            List<JsonNode> frames = watcher.untilType("resync_ack");
            JsonNode ack = frames.getLast();

            assertThat(WatchedServer.JSON.text(ack).replace('"', '\''))
                    .isEqualTo(
                            "{'type':'resync_ack','last_seen_seq':0,'current_seq':%d,'replayed':%d,'gap_detected':false}"
                                    .formatted(latest, frames.size() - 1));
            JsonNode beyond = resyncAck(watcher, latest + 50);
            assertThat(beyond.get("gap_detected").asBoolean()).isTrue();
            assertThat(beyond.get("replayed").asLong()).isZero();
            assertThat(beyond.get("current_seq").asLong()).isEqualTo(latest);
            acme.post("three");
            assertThat(watcher.untilText("three")).isNotEmpty();
        }
    }

    @Test
    void a_client_may_choose_channels() throws Exception {
        try (Watcher watcher = acme.watch()) {
            watcher.say("{\"type\":\"subscribe\",\"channels\":[\"#ops\"]}");
            watcher.say("{\"type\":\"ping\"}").untilType("pong");
            acme.post("unheard");
            watcher.say("{\"type\":\"ping\"}");
            assertThat(watcher.next().get("type").asString()).isEqualTo("pong");
            watcher.say("{\"type\":\"unsubscribe\",\"channels\":[\"ops\"]}");
            watcher.say("{\"type\":\"ping\"}").untilType("pong");
            acme.post("heard");

            assertThat(watcher.untilText("heard")).isNotEmpty();
        }
    }

    @Test
    void nonsense_is_answered_and_too_much_of_it_ends_the_stream() throws Exception {
        try (Watcher watcher = acme.watch()) {
            for (String nonsense :
                    List.of(
                            "",
                            "{",
                            "[]",
                            "null",
                            "{\"type\":5}",
                            "{\"type\":\"dance\"}",
                            "{\"type\":\"resync\"}",
                            "{\"type\":\"resync\",\"last_seen_seq\":-1}",
                            "{\"type\":\"resync\",\"last_seen_seq\":\"1\"}",
                            "{\"type\":\"resync\",\"last_seen_seq\":1e400}",
                            "{\"type\":\"subscribe\"}",
                            "{\"type\":\"subscribe\",\"channels\":[1]}",
                            "{\"type\":\"subscribe\",\"channels\":[null]}")) {
                JsonNode answer = watcher.say(nonsense).next();
                assertThat(answer.get("type").asString()).as(nonsense).isEqualTo("error");
                assertThat(answer.get("code").asString()).isEqualTo("invalid_message");
            }
            acme.post("still here");
            watcher.untilText("still here");

            watcher.flood("{\"type\":\"ping\"}", 2000);
            assertThat(watcher.closeCodeOrCut()).isIn(1008, Watcher.CUT);
        }
        try (Watcher watcher = acme.watch()) {
            watcher.sayBinary();
            assertThat(watcher.closeCode()).isEqualTo(1003);
        }
    }

    @Test
    void one_who_does_not_read_slows_nobody_and_costs_little() throws Exception {
        String text = "x".repeat(50_000);
        int messages = 200;
        try (Watcher neighbour = acme.watch()) {
            List<Watcher> asleep =
                    IntStream.range(0, 20)
                            .mapToObj(
                                    _ ->
                                            Watcher.asleep(
                                                    acme.client,
                                                    acme.server.url(),
                                                    acme.keys.workspaceKey()))
                            .toList();
            long before = usedMemory();
            for (int i = 0; i < messages; i++) {
                acme.post(text + i);
            }
            List<JsonNode> heard = neighbour.untilText(text + (messages - 1));
            heard.clear();
            long grown = usedMemory() - before;

            // 20 sleepers, each 10 MB behind: kept in memory, that would be 200 MB and more.
            assertThat(grown).isLessThan(120L << 20);
            asleep.forEach(Watcher::close);
        }
    }

    private static long usedMemory() {
        Runtime runtime = Runtime.getRuntime();
        System.gc();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static List<JsonNode> resync(Watcher watcher, long seen) throws InterruptedException {
        List<JsonNode> frames =
                watcher.say("{\"type\":\"resync\",\"last_seen_seq\":" + seen + "}")
                        .untilType("resync_ack");
        assertThat(frames.getLast().get("replayed").asInt()).isEqualTo(frames.size() - 1);
        return frames.subList(0, frames.size() - 1);
    }

    private static JsonNode resyncAck(Watcher watcher, long seen) throws InterruptedException {
        return watcher.say("{\"type\":\"resync\",\"last_seen_seq\":" + seen + "}")
                .untilType("resync_ack")
                .getLast();
    }
}
