package dev.waybill.server.http.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.http.RawConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Peers that have gone without a word, as behind a proxy that keeps its end open, and those that only have nothing to say.
@Timeout(60)
class SilentPeersTest {
    private static final OpenSockets.Patience SHORT =
            new OpenSockets.Patience(
                    Duration.ofMillis(20), Duration.ofMillis(40), 10, Duration.ofMinutes(1));
    private static final String PING = "\u0089\0";

    private final LinkedBlockingQueue<Listener> listeners = new LinkedBlockingQueue<>();
    private final OpenSockets open = new OpenSockets(SHORT);
    private final Server server = new Server(threads());
    private final ServerConnector connector = new ServerConnector(server);

    @BeforeEach
    void start() throws Exception {
        server.addConnector(connector);
        server.setHandler(
                new SocketUpgrades(
                        server,
                        new Nothing(),
                        List.of(new SocketRoute("/", _ -> listening())),
                        open,
                        new SocketUpgrades.Limits(1 << 20),
                        (reason, _, _, callback) -> callback.failed(reason)));
        server.start();
        open.start();
    }

    private static QueuedThreadPool threads() {
        QueuedThreadPool threads = new QueuedThreadPool();
        threads.setVirtualThreadsExecutor(new VirtualThreadPool());
        return threads;
    }

    @AfterEach
    void stop() throws Exception {
        open.close();
        server.stop();
    }

    @Test
    void one_that_does_not_answer_is_asked_some_times_and_cut_off() throws Exception {
        try (RawConnection gone = upgraded()) {
            Listener listener = listeners.take();

            String heard = gone.readToEnd();

            listener.closed.await();
            assertThat(heard.split(PING, -1).length - 1).isEqualTo(SHORT.questions());
            assertThat(open.count()).isZero();
        }
    }

    @Test
    void one_that_answers_stays_however_long_it_says_nothing() throws Exception {
        CountDownLatch asked = new CountDownLatch(5 * SHORT.questions());
        WebSocket quiet =
                HttpClient.newHttpClient()
                        .newWebSocketBuilder()
                        .buildAsync(
                                URI.create("ws://127.0.0.1:" + connector.getLocalPort() + "/"),
                                counting(asked))
                        .join();

        asked.await();
        quiet.sendText("here", true).join();

        assertThat(listeners.take().texts.take()).isEqualTo("here");
        quiet.abort();
    }

    @Test
    void one_that_waits_to_be_heard_is_not_taken_for_gone() throws Exception {
        try (RawConnection patient = upgraded()) {
            Listener listener = listeners.take();
            CountDownLatch over = new CountDownLatch(1);
            listener.attentive = over;
            // "hi", masked with zeros.
            patient.send("\u0081\u0082\0\0\0\0hi");
            try {
                awaitAnotherCutOff();
                awaitAnotherCutOff();
                assertThat(listener.closed.getCount()).isEqualTo(1);
            } finally {
                over.countDown();
            }
            assertThat(listener.texts.take()).isEqualTo("hi");
        }
    }

    private void awaitAnotherCutOff() throws InterruptedException {
        try (RawConnection another = upgraded()) {
            Listener listener = listeners.take();
            String _ = another.readToEnd();
            listener.closed.await();
        }
    }

    private RawConnection upgraded() {
        return new RawConnection(connector.getLocalPort())
                .send(
                        """
                        GET / HTTP/1.1\r
                        Host: localhost\r
                        Upgrade: websocket\r
                        Connection: Upgrade\r
                        Sec-WebSocket-Version: 13\r
                        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                        \r
                        """);
    }

    private SocketHandler listening() {
        Listener listener = new Listener();
        listeners.add(listener);
        return listener;
    }

    private static WebSocket.Listener counting(CountDownLatch asked) {
        return new WebSocket.Listener() {
            @Override
            public CompletionStage<?> onPing(WebSocket socket, ByteBuffer message) {
                asked.countDown();
                return WebSocket.Listener.super.onPing(socket, message);
            }
        };
    }

    /// Behind the sockets. It may block, as everything does in the server, so threads are not shared with it.
    private static final class Nothing extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            return false;
        }
    }

    private static final class Listener implements SocketHandler {
        private final CountDownLatch closed = new CountDownLatch(1);
        private final LinkedBlockingQueue<String> texts = new LinkedBlockingQueue<>();
        private volatile CountDownLatch attentive = new CountDownLatch(0);

        @Override
        public void opened(Socket socket) {}

        @Override
        public void message(byte[] text) {
            try {
                attentive.await();
                texts.add(new String(text, StandardCharsets.UTF_8));
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void closed() {
            closed.countDown();
        }
    }
}
