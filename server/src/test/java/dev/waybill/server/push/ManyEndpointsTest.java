package dev.waybill.server.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.WholeServer;
import dev.waybill.server.config.PushConfig;
import dev.waybill.server.push.Hook.Answer;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Half of a thousand addresses hang; the other half must not notice.
@Timeout(180)
class ManyEndpointsTest {
    private static final int EACH_KIND = 500;
    private static final int ROUNDS = 4;
    private static final int WORKERS = 16;

    /// How much longer the same may take with hanging neighbours: room for noise, and far from what one would cost that
    /// is waited for.
    private static final double MOST = 8;

    @TempDir private Path folder;

    @Test
    void addresses_that_hang_do_not_slow_the_others() throws Exception {
        PushConfig patient =
                new PushConfig(
                        Duration.ofSeconds(60), 5, Duration.ofSeconds(1), Duration.ofMinutes(1), 5);
        CountDownLatch gate = new CountDownLatch(1);
        try (PushRelay relay = PushRelay.start(TestEngine.SQLITE.freshDatabase(), folder, patient);
                Hook quick = Hook.start();
                Hook hanging = Hook.start()) {
            hanging.answer(
                    _ -> {
                        gate.await();
                        return Answer.OK;
                    });
            relay.server().post("/v1/channels", relay.sender(), "{\"name\":\"quick\"}").data();
            relay.server().post("/v1/channels", relay.sender(), "{\"name\":\"all\"}").data();
            each(i -> join(relay, "q" + i, quick, "quick", "all"));
            rounds(relay, quick, "quick", 0);
            long alone = rounds(relay, quick, "quick", ROUNDS);
            each(i -> join(relay, "h" + i, hanging, "all"));
            say(relay, "all", "hang");
            hanging.awaitCount(EACH_KIND);
            quick.awaitCount(EACH_KIND * (2 * ROUNDS + 1));

            long together = rounds(relay, quick, "quick", 2 * ROUNDS + 1);

            assertThat((double) together / alone).as("ratio").isLessThan(MOST);
            assertThat(hanging.posted()).hasSize(EACH_KIND);
            gate.countDown();
        }
    }

    /// Says something to all in the channel, some times over, and measures until all have it.
    private static long rounds(PushRelay relay, Hook quick, String channel, int before) {
        long start = System.nanoTime();
        for (int round = 1; round <= ROUNDS; round++) {
            say(relay, channel, "round");
            quick.awaitCount(EACH_KIND * (before + round));
        }
        return System.nanoTime() - start;
    }

    private static void each(IntConsumer work) throws Exception {
        try (ExecutorService workers = Executors.newFixedThreadPool(WORKERS)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < EACH_KIND; i++) {
                int number = i;
                all.add(workers.submit(() -> work.accept(number)));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
    }

    private static void join(PushRelay relay, String name, Hook hook, String... channels) {
        String token = relay.pushed(name, hook, "on_2xx");
        for (String channel : channels) {
            WholeServer.Reply reply =
                    relay.server().post("/v1/channels/" + channel + "/join", token);
            assertThat(reply.status()).isEqualTo(200);
        }
    }

    private static void say(PushRelay relay, String channel, String text) {
        relay.server()
                .post(
                        "/v1/channels/" + channel + "/messages",
                        relay.sender(),
                        "{\"text\":\"" + text + "\"}")
                .data();
    }
}
