package dev.waybill.server.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.WholeServer;
import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.push.Hook.Answer;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Servers that share a database share the work.
@Timeout(120)
class TwoServersTest {
    private static final int AGENTS = 8;
    private static final int EACH = 25;

    @TempDir private Path folder;

    @Test
    void each_delivery_is_posted_once_and_in_order() throws Exception {
        DatabaseTarget database = TestEngine.POSTGRES.freshDatabase();
        try (PushRelay first = PushRelay.start(database, folder.resolve("a"), PushRelay.QUICK);
                WholeServer second =
                        WholeServer.start(
                                database,
                                1,
                                folder.resolve("b"),
                                PushRelay.LOOPBACK,
                                PushRelay.QUICK);
                Hook hook = Hook.start()) {
            hook.answer(
                    _ ->
                            ThreadLocalRandom.current().nextInt(10) == 0
                                    ? Answer.status(503)
                                    : Answer.OK);
            List<String> agents = IntStream.range(0, AGENTS).mapToObj(i -> "a" + i).toList();
            Map<String, String> tokens =
                    agents.stream()
                            .collect(
                                    Collectors.toMap(
                                            name -> name,
                                            name -> first.pushed(name, hook, "on_2xx")));
            List<Thread> talkers = new ArrayList<>();
            for (String agent : agents) {
                talkers.add(Thread.ofVirtual().start(() -> talk(first, second, agent)));
            }
            for (Thread talker : talkers) {
                talker.join();
            }

            tokens.forEach(
                    (name, token) ->
                            WholeServer.await(
                                    name + "'s",
                                    () -> first.deliveries(token, "acked").size() == EACH));
            Map<String, List<Hook.Posted>> byAgent =
                    hook.posted().stream()
                            .collect(
                                    Collectors.groupingBy(
                                            posted -> posted.json().path("agent_name").asString()));
            byAgent.forEach((name, posted) -> inOrder(posted));
            long failures = hook.posted().size() - (long) AGENTS * EACH;
            assertThat(refused(first, tokens)).isEqualTo(failures);
        }
    }

    /// Every other message is taken by the other server.
    private static void talk(PushRelay first, WholeServer second, String agent) {
        for (int i = 0; i < EACH; i++) {
            WholeServer server = i % 2 == 0 ? first.server() : second;
            String body = "{\"to\":\"%s\",\"text\":\"%s-%d\"}".formatted(agent, agent, i);
            // Two servers may get in each other's way in the database; then one is told to repeat
            // it.
            WholeServer.await(
                    body, () -> server.post("/v1/dm", first.sender(), body).status() == 201);
        }
    }

    private static void inOrder(List<Hook.Posted> posted) {
        List<Long> seqs = posted.stream().map(one -> one.json().path("seq").asLong()).toList();
        assertThat(seqs).isSorted();
        assertThat(seqs.stream().distinct().count()).isEqualTo(EACH);
    }

    /// How often a delivery had to be posted again, by what the servers have put down.
    private static long refused(PushRelay relay, Map<String, String> tokens) {
        return tokens.values().stream()
                .flatMap(token -> relay.deliveries(token, "acked").stream())
                .mapToLong(delivery -> delivery.path("dispatch_attempts").asLong() - 1)
                .sum();
    }
}
