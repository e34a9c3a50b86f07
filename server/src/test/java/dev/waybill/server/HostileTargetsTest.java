package dev.waybill.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.TestServer.Reply;
import dev.waybill.server.outbound.RefusedTarget;
import dev.waybill.server.outbound.TargetGuard;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/// Every place that takes an address to call, with every address of `hostile-targets.txt`: nothing private is ever called.
/// What names that mean different things at different times, and redirects, lead to is tested beside the poster.
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileTargetsTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);

    private static final String SEND =
            """
            {"deliveryHandle":{"provider":"matrix","surface":"room_message","targetRef":"!room:example.org"},
             "kind":"reply","payload":{"text":"hello"},"waitMs":1000}
            """;

    private final AtomicInteger calls = new AtomicInteger();
    private ServerSocket listener;
    private TestServer server;

    @BeforeAll
    void start(@TempDir Path temp) throws IOException {
        listener = new ServerSocket(0);
        Thread.ofVirtual().start(this::listen);
        server = TestServer.start(temp);
    }

    @AfterAll
    void stop() throws IOException {
        server.close();
        listener.close();
    }

    @Test
    void the_guard_refuses_every_one_of_them() {
        List<String> allowed = new ArrayList<>();
        TargetGuard guard = new TargetGuard(List.of());
        for (String target : targets()) {
            try {
                allowed.add(target + " → " + guard.vet(TargetGuard.parse(target)));
            } catch (RefusedTarget _) {
                // as it should be
            }
        }

        assertThat(allowed).isEmpty();
    }

    @Test
    void no_node_is_posted_to_there() {
        refusedEverywhere(
                target -> {
                    ObjectNode node = Json.emptyObject().put("name", "n").put("kind", "http_push");
                    node.putObject("delivery").put("url", target);
                    return server.post("/v1/nodes", server.key(), JSON.text(node));
                });
    }

    @Test
    void no_subscription_is_told_there() {
        refusedEverywhere(
                target -> {
                    ObjectNode wanted = Json.emptyObject().put("url", target);
                    wanted.putArray("events").add("message.created");
                    return server.post("/v1/subscriptions", server.key(), JSON.text(wanted));
                });
    }

    /// Kept addresses are looked at again whenever they are used. Each is used at once, because each has a credential of
    /// its own: those that share one take turns.
    @Test
    void no_credential_makes_the_server_call_there() {
        int tried = 0;
        for (String target : targets()) {
            if (kept("theirs-" + tried, target)) {
                Reply reply = server.post("/v1/deliveries/send", server.key(), SEND);
                assertThat(reply.status()).as(target).isIn(202, 502);
                tried++;
            }
        }

        assertThat(tried).isGreaterThan(20);
        assertThat(calls).hasValue(0);
    }

    private boolean kept(String name, String target) {
        ObjectNode credential =
                Json.emptyObject().put("provider", "matrix").put("is_default", true);
        credential.putObject("fields").put("base-url", target).put("access-token", "t");
        Reply reply = server.put("/v1/credentials/" + name, server.key(), JSON.text(credential));
        assertThat(reply.status()).as(target).isIn(200, 201, 400);
        return reply.status() != 400;
    }

    private void refusedEverywhere(Function<String, Reply> asking) {
        Map<String, Integer> taken = new LinkedHashMap<>();
        for (String target : targets()) {
            int status = asking.apply(target).status();
            if (status != 400) {
                taken.put(target, status);
            }
        }

        assertThat(taken).isEmpty();
        assertThat(calls).hasValue(0);
    }

    private void listen() {
        try {
            while (true) {
                listener.accept().close();
                calls.incrementAndGet();
            }
        } catch (IOException _) {
            // It is over.
        }
    }

    private List<String> targets() {
        try (InputStream in =
                Objects.requireNonNull(
                        HostileTargetsTest.class.getResourceAsStream("/hostile-targets.txt"))) {
            return new String(in.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("# "))
                    .map(line -> line.replace("{port}", "" + listener.getLocalPort()))
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
