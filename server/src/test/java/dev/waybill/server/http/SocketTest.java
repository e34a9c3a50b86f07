package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.socket.Socket;
import dev.waybill.server.http.socket.SocketHandler;
import dev.waybill.server.http.socket.SocketRoute;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SocketTest {
    private static final String HANDSHAKE =
            """
            GET %s HTTP/1.1\r
            Host: localhost\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r
            \r
            """;

    private final BlockingQueue<Socket> opened = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> ended = new LinkedBlockingQueue<>();
    private final TestEdge edge =
            TestEdge.opening(
                    new SocketRoute(
                            "/echo",
                            upgrade -> {
                                if (!upgrade.token().orElse("").equals("good")) {
                                    throw new Problem(ErrorCode.UNAUTHORIZED, "Not you");
                                }
                                return new Echo();
                            }));

    @AfterEach
    void stop() {
        edge.close();
    }

    @Test
    void messages_are_heard_whole_and_in_order() throws Exception {
        try (TestSocket socket = TestSocket.open(edge.edge.uri(), "/echo?token=good")) {
            socket.send("one");
            socket.raw().sendText("tw", false).join();
            socket.raw().sendText("o", true).join();
            socket.raw().sendPing(ByteBuffer.allocate(3)).join();

            assertThat(socket.next()).isEqualTo("one");
            assertThat(socket.next()).isEqualTo("two");
            assertThat(socket.next()).isEqualTo("pong");
        }
    }

    @Test
    void a_token_may_come_in_the_header_and_the_query_wins() throws Exception {
        try (TestSocket socket = TestSocket.open(edge.edge.uri(), "/echo", "good")) {
            socket.send("hi");

            assertThat(socket.next()).isEqualTo("hi");
        }
        assertThatThrownBy(() -> TestSocket.open(edge.edge.uri(), "/echo?token=bad", "good"))
                .hasCauseInstanceOf(WebSocketHandshakeException.class);
    }

    @Test
    void a_refusal_is_an_answer_in_the_envelope() throws Exception {
        try (RawConnection raw = edge.connect()) {
            raw.send(HANDSHAKE.formatted("/echo"));

            assertThat(raw.readThrough("}}")).contains("401").contains("\"code\":\"unauthorized\"");
        }
        assertThat(edge.get("/echo").statusCode()).isEqualTo(426);
    }

    @Test
    void what_cannot_be_heard_closes_the_socket() throws Exception {
        try (TestSocket socket = TestSocket.open(edge.edge.uri(), "/echo?token=good")) {
            socket.raw().sendBinary(ByteBuffer.allocate(3), true).join();

            assertThat(socket.closed()).isEqualTo(1003);
            assertThat(ended.poll(10, TimeUnit.SECONDS)).isEqualTo("closed");
        }
        try (TestSocket socket = TestSocket.open(edge.edge.uri(), "/echo?token=good")) {
            socket.send("x".repeat(2000));

            assertThat(socket.closed()).isEqualTo(1009);
        }
        try (TestSocket socket = TestSocket.open(edge.edge.uri(), "/echo?token=good")) {
            socket.raw().sendText("x".repeat(600), false).join();
            socket.raw().sendText("x".repeat(600), false).join();

            assertThat(socket.closed()).isEqualTo(1009);
        }
    }

    @Test
    void whoever_sends_more_than_the_peer_reads_waits_and_is_let_go_at_the_end() throws Exception {
        RawConnection stalled = edge.connect();
        stalled.send(HANDSHAKE.formatted("/echo?token=good")).readThrough("\r\n\r\n");
        Socket socket = Objects.requireNonNull(opened.poll(10, TimeUnit.SECONDS));
        byte[] frame = "x".repeat(32 << 10).getBytes(StandardCharsets.UTF_8);
        int offered = 0;
        while (offered < 10_000 && socket.offer(frame)) {
            offered++;
        }
        CompletableFuture<Boolean> waiting =
                CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                boolean sent = true;
                                while (sent) {
                                    sent = socket.send(frame);
                                }
                                return sent;
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        });

        stalled.close();

        assertThat(offered).isLessThan(10_000);
        assertThat(waiting.get(10, TimeUnit.SECONDS)).isFalse();
        assertThat(ended.poll(10, TimeUnit.SECONDS)).isEqualTo("closed");
    }

    @Test
    void those_who_wait_go_on_when_the_peer_reads_again() throws Exception {
        RawConnection reader = edge.connect();
        reader.send(HANDSHAKE.formatted("/echo?token=good")).readThrough("\r\n\r\n");
        Socket socket = Objects.requireNonNull(opened.poll(10, TimeUnit.SECONDS));
        List<CompletableFuture<Boolean>> waiting =
                Stream.of(1 << 10, 32 << 10, 200 << 10, 300 << 10)
                        .map(size -> sendingMuch(socket, size))
                        .toList();

        Thread reading = Thread.startVirtualThread(reader::readToEnd);

        for (CompletableFuture<Boolean> each : waiting) {
            assertThat(each.get(10, TimeUnit.SECONDS)).isTrue();
        }
        reader.close();
        reading.join();
    }

    /// Much more than may be under way, in frames of that size.
    private static CompletableFuture<Boolean> sendingMuch(Socket socket, int size) {
        byte[] frame = "x".repeat(size).getBytes(StandardCharsets.UTF_8);
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        boolean sent = true;
                        for (int bytes = 0; sent && bytes < 4 << 20; bytes += size) {
                            sent = socket.send(frame);
                        }
                        return sent;
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                Thread::startVirtualThread);
    }

    @Test
    void whoever_asks_and_does_not_read_is_not_heard_any_more() throws Exception {
        RawConnection stalled = edge.connect();
        stalled.send(HANDSHAKE.formatted("/echo?token=good")).readThrough("\r\n\r\n");
        String pings = ("\u0089\u00fd\0\0\0\0" + "x".repeat(125)).repeat(1000);
        CompletableFuture<Integer> asking =
                CompletableFuture.supplyAsync(
                        () -> {
                            int rounds = 0;
                            while (rounds < 500 && stalled.trySend(pings)) {
                                rounds++;
                            }
                            return rounds;
                        });

        assertThatThrownBy(() -> asking.get(3, TimeUnit.SECONDS))
                .as("sixty megabytes of pings")
                .isInstanceOf(TimeoutException.class);
        stalled.close();
        assertThat(asking.get(10, TimeUnit.SECONDS)).isLessThan(500);
        assertThat(ended.poll(10, TimeUnit.SECONDS)).isEqualTo("closed");
    }

    @Test
    void a_server_that_stops_says_goodbye() throws Exception {
        try (TestSocket socket = TestSocket.open(edge.edge.uri(), "/echo?token=good")) {
            socket.send("hi");
            socket.next();

            edge.close();

            assertThat(socket.closed()).isEqualTo(1001);
        }
    }

    private final class Echo implements SocketHandler {
        private final CompletableFuture<Socket> socket = new CompletableFuture<>();

        @Override
        public void opened(Socket peer) {
            socket.complete(peer);
            opened.add(peer);
        }

        @Override
        public void message(byte[] text) {
            assertThat(socket.join().offer(text)).isTrue();
        }

        @Override
        public void closed() {
            ended.add("closed");
        }
    }
}
