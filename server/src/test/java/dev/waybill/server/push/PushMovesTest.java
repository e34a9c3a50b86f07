package dev.waybill.server.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.WholeServer;
import dev.waybill.server.push.Hook.Answer;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Agents that move while their deliveries are under way.
@ParameterizedClass
@EnumSource(TestEngine.class)
@Timeout(60)
class PushMovesTest {
    private final TestEngine engine;
    @TempDir private Path folder;

    PushMovesTest(TestEngine engine) {
        this.engine = engine;
    }

    @Test
    void a_move_to_another_address_waits_for_the_request_under_way() throws Exception {
        try (PushRelay relay = PushRelay.start(engine, folder);
                Hook first = Hook.start();
                Hook second = Hook.start()) {
            CountDownLatch gate = new CountDownLatch(1);
            first.answer(
                    _ -> {
                        gate.await();
                        return Answer.OK;
                    });
            String bob = relay.pushed("bob", first, "on_2xx");
            relay.node("second", second.url(), "on_2xx", "{\"type\":\"none\"}");
            relay.tell("bob", "one");
            relay.tell("bob", "two");
            first.awaitCount(1);

            relay.bind("second", "bob");
            relay.tell("bob", "three");
            relay.server().get("/v1/nodes", relay.key()).data();
            assertThat(second.posted()).isEmpty();
            gate.countDown();

            second.await("two", "three");
            assertThat(first.texts()).containsExactly("one");
            WholeServer.await("all acked", () -> relay.deliveries(bob, "acked").size() == 3);
        }
    }

    @Test
    void moves_to_and_fro_lose_nothing_and_keep_the_order() {
        try (PushRelay relay = PushRelay.start(engine, folder);
                Hook hook = Hook.start()) {
            String bob = relay.pushed("bob", hook, "on_2xx");
            List<String> said = new ArrayList<>();
            IntStream.range(0, 60)
                    .forEach(
                            i -> {
                                relay.tell("bob", "m" + i);
                                said.add("m" + i);
                                if (i % 10 == 3) {
                                    relay.unbind("hook-bob", "bob");
                                } else if (i % 10 == 6) {
                                    relay.bind("hook-bob", "bob");
                                }
                            });

            WholeServer.await("all acked", () -> relay.deliveries(bob, "acked").size() == 60);
            assertThat(new LinkedHashSet<>(hook.texts())).containsExactlyElementsOf(said);
            assertThat(hook.texts()).hasSize(60);
        }
    }

    @Test
    void what_an_agent_on_its_own_has_left_open_comes_to_its_new_address() {
        try (PushRelay relay = PushRelay.start(engine, folder);
                Hook hook = Hook.start()) {
            String bob = relay.agent("bob");
            List.of("one", "two", "three").forEach(text -> relay.tell("bob", text));
            String first =
                    relay.server().get("/v1/deliveries", bob).data().path(1).path("id").asString();
            relay.server().post("/v1/deliveries/" + first + "/ack", bob).data();
            relay.node("hook", hook.url(), "manual", "{\"type\":\"none\"}");

            relay.bind("hook", "bob");

            hook.await("one", "three");
            relay.unbind("hook", "bob");
            relay.tell("bob", "four");
            WholeServer.await(
                    "what is open",
                    () -> relay.server().get("/v1/deliveries", bob).data().size() == 3);
            assertThat(hook.posted()).hasSize(2);
        }
    }
}
