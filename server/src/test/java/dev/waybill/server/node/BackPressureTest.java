package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// An agent that stops reading costs the others nothing, and the server little.
@Timeout(120)
class BackPressureTest {
    private static final int DEPTH = 1000;
    private static final int WINDOW = 64;
    private static final int ROUNDS = 300;
    private static final long HEAP_MEGABYTES = 96;

    @TempDir private Path folder;

    @Test
    void neighbours_of_a_session_that_does_not_read_are_served_as_before() throws Exception {
        try (ServerProcess server =
                        ServerProcess.start(folder, 0, "sqlite", "-Xmx" + HEAP_MEGABYTES + "m");
                RelayApi api = new RelayApi(server.url(), server.key())) {
            String alice = api.agent("alice");
            try (TestNode bob = TestNode.session(api, api.agent("bob"))) {
                exchange(api, alice, bob);
                long alone = exchange(api, alice, bob);
                List<Socket> stalled = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    stalled.add(stall(api, api.agent("stalled" + i)));
                }
                fill(api, alice, 4);
                long before = server.usedHeap();

                long beside = exchange(api, alice, bob);

                assertThat((double) beside / alone).as("times as long").isLessThan(5);
                fill(api, alice, 4);
                assertThat(server.usedHeap() - before)
                        .as("more heap for twice as much to send")
                        .isLessThan(24L << 20);
                for (Socket socket : stalled) {
                    socket.close();
                }
            }
        }
    }

    @Test
    void the_sender_hears_that_a_mailbox_is_full_and_the_window_holds() throws Exception {
        try (ServerProcess server = ServerProcess.start(folder, 0, "sqlite");
                RelayApi api = new RelayApi(server.url(), server.key())) {
            String alice = api.agent("alice");
            try (TestNode sender = TestNode.session(api, alice);
                    TestNode deaf = TestNode.session(api, api.agent("deaf"))) {
                send(api, alice, "deaf", DEPTH, 10);
                assertThat(sender.heardSoFar()).isEmpty();

                String id = api.tell(alice, "deaf", "one too many");

                JsonNode failed = sender.next("deliver");
                assertThat(failed.get("seq").asLong()).isZero();
                assertThat(failed.at("/payload/type").asString()).isEqualTo("delivery.failed");
                JsonNode data = failed.at("/payload/data");
                assertThat(data.get("reason").asString()).isEqualTo("depth_cap");
                assertThat(data.get("delivery_id").isNull()).isTrue();
                assertThat(data.get("message_id").asString()).isEqualTo(id);
                assertThat(data.get("target_agent_name").asString()).isEqualTo("deaf");
                JsonNode update =
                        sender.await(
                                frame ->
                                        frame.path("event").asString("").equals("delivery.failed"));
                assertThat(update.get("data")).isEqualTo(data);
                assertThat(failures(api)).containsExactly(id);
                assertThat(deaf.deliveries("deaf", WINDOW)).hasSize(WINDOW);
                assertThat(deaf.heardSoFar()).isEmpty();
                deaf.ack("deaf", 10);
                deaf.deliveries("deaf", 10);
                api.tell(alice, "deaf", "fits again");
                assertThat(deaf.heardSoFar()).isEmpty();
                assertThat(sender.heardSoFar()).isEmpty();
            }
        }
    }

    @Test
    void invocations_for_a_node_that_does_not_read_wait_in_the_store() throws Exception {
        try (ServerProcess server = ServerProcess.start(folder, 0, "sqlite");
                RelayApi api = new RelayApi(server.url(), server.key());
                Socket stalled = stall(api, api.node("box"), ",\"capabilities\":[\"echo\"]")) {
            String alice = api.agent("alice");
            awaitAction(api, alice);
            String input = "{\"input\":{\"x\":\"" + "x".repeat(60_000) + "\"}}";
            int status = 201;
            int waiting = 0;
            for (int i = 0; i < 400 && status == 201; i++) {
                TestServer.Reply reply = api.post("/v1/actions/echo/invoke", alice, input);
                status = reply.status();
                waiting += reply.response().body().contains("\"status\":\"pending\"") ? 1 : 0;
            }

            assertThat(status).isEqualTo(503);
            assertThat(waiting).isEqualTo(100);
            assertThat(read(stalled, "action.invoke", 100 + waiting)).isGreaterThan(waiting);
        }
    }

    /// Until the node has registered what it offers.
    private static void awaitAction(RelayApi api, String token) {
        long until = System.nanoTime() + 10_000_000_000L;
        while (api.get("/v1/actions/echo", token).status() != 200) {
            assertThat(System.nanoTime()).as("the node registers in time").isLessThan(until);
            Thread.onSpinWait();
        }
    }

    /// Reads until the word has come so often.
    private static int read(Socket socket, String word, int times) throws IOException {
        socket.setSoTimeout(20_000);
        byte[] buffer = new byte[64 << 10];
        String rest = "";
        int found = 0;
        while (found < times) {
            int count = socket.getInputStream().read(buffer);
            assertThat(count).as("bytes after %s times", found).isPositive();
            String text = rest + new String(buffer, 0, count, StandardCharsets.ISO_8859_1);
            int at = text.indexOf(word);
            while (at >= 0) {
                found++;
                text = text.substring(at + word.length());
                at = text.indexOf(word);
            }
            rest = text.substring(Math.max(0, text.length() - word.length() + 1));
        }
        return found;
    }

    /// How long it takes to send and hear some messages one after the other.
    private static long exchange(RelayApi api, String sender, TestNode bob) throws Exception {
        long start = System.nanoTime();
        for (int i = 0; i < ROUNDS; i++) {
            api.tell(sender, "bob", "hello");
            bob.ack("bob", bob.delivery("bob").get("seq").asLong());
        }
        return System.nanoTime() - start;
    }

    private static void fill(RelayApi api, String sender, int stalled) {
        for (int i = 0; i < stalled; i++) {
            send(api, sender, "stalled" + i, DEPTH / 2, 8000);
        }
    }

    private static void send(RelayApi api, String sender, String to, int count, int size) {
        String message = "{\"to\":\"" + to + "\",\"text\":\"" + "x".repeat(size) + "\"}";
        for (int sent = 0; sent < count; sent += 50) {
            String batch =
                    IntStream.range(0, 50).mapToObj(_ -> message).collect(Collectors.joining(","));
            api.post("/v1/messages/batch", sender, "{\"messages\":[" + batch + "]}").data();
        }
    }

    /// A session that registers and never reads again.
    private static Socket stall(RelayApi api, String token) throws IOException {
        ObjectNode node = (ObjectNode) api.post("/v1/agent/node-token", token, "{}").data();
        return stall(api, node.set("id", node.get("node_id")), "");
    }

    private static Socket stall(RelayApi api, JsonNode node, String more) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), api.url().getPort()));
        write(
                socket,
                """
                GET /v1/node/ws?token=%s HTTP/1.1\r
                Host: localhost\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Version: 13\r
                Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r
                \r
                """
                        .formatted(node.get("token").asString()));
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.read());
        }
        String frame =
                "{\"v\":1,\"type\":\"node.register\",\"node_id\":\""
                        + node.get("id").asString()
                        + "\""
                        + more
                        + "}";
        write(socket, "\u0081" + (char) (0x80 | frame.length()) + "\0\0\0\0" + frame);
        return socket;
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /// The messages whose failures are on record.
    private static List<String> failures(RelayApi api) {
        List<String> found = new ArrayList<>();
        long since = -1;
        long next = 0;
        while (next > since) {
            since = next;
            JsonNode page = api.owner("/v1/workspace/events?limit=500&since=" + since).data();
            next = page.get("next_since").asLong();
            page.get("events").forEach(event -> collect(event, found));
        }
        return found;
    }

    private static void collect(JsonNode event, List<String> found) {
        if (event.toString().contains("\"delivery.failed\"")) {
            assertThat(event.findValue("reason").asString()).isEqualTo("depth_cap");
            found.add(event.findValue("message_id").asString());
        }
    }
}
