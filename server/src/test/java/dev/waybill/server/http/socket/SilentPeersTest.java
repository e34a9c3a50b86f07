package dev.waybill.server.http.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.WholeServer;
import dev.waybill.server.http.RawConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Peers that have gone without a word, as behind a proxy that keeps its end open, and those that only have nothing to say. They
/// are looked at by hand, and whoever answers has time to.
@Timeout(60)
class SilentPeersTest {
    private static final int QUESTIONS = 10;
    private static final Duration STALLED = Duration.ofMinutes(10);
    private static final String UPGRADED = "\r\n\r\n";
    private static final String PING = "\u0089\0";

    private final LinkedBlockingQueue<Listener> listeners = new LinkedBlockingQueue<>();
    private OpenSockets open = asking(QUESTIONS);
    private final Server server = new Server(threads());
    private final ServerConnector connector = new ServerConnector(server);

    /// Who is silent at all is asked so often.
    private static OpenSockets asking(int questions) {
        return new OpenSockets(
                new OpenSockets.Patience(Duration.ofMillis(1), Duration.ZERO, questions, STALLED));
    }

    private void serve() throws Exception {
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
        serve();

        try (RawConnection gone = upgraded()) {
            Listener listener = opened();

            for (int i = 0; i < QUESTIONS; i++) {
                open.look();
                gone.readThrough(PING);
            }
            assertThat(listener.closed.getCount()).isEqualTo(1);
            open.look();

            assertThat(gone.readToEnd()).isEmpty();
            listener.closed.await();
            assertThat(open.count()).isZero();
        }
    }

    @Test
    void one_that_answers_stays_however_long_it_says_nothing() throws Exception {
        serve();
        WebSocket quiet = answering();
        Listener listener = opened();

        for (int i = 0; i < 5 * QUESTIONS; i++) {
            open.look();
            WholeServer.await("it answers", () -> !listener.socket().awaitsAnswer());
        }
        quiet.sendText("here", true).join();

        assertThat(listener.texts.take()).isEqualTo("here");
        quiet.abort();
    }

    @Test
    void one_that_waits_to_be_heard_is_not_taken_for_gone() throws Exception {
        serve();

        try (RawConnection patient = upgraded()) {
            Listener listener = opened();
            listener.attentive = new CountDownLatch(1);
            patient.send(masked("hi"));
            listener.hearing.await();

            for (int i = 0; i <= QUESTIONS; i++) {
                open.look();
            }

            listener.attentive.countDown();
            assertThat(listener.texts.take()).isEqualTo("hi");
            patient.send(masked("yo"));
            assertThat(listener.texts.take()).isEqualTo("yo");
        }
    }

    @Test
    void whoever_is_silent_is_asked_again_and_again() throws Exception {
        open = asking(Integer.MAX_VALUE);
        serve();

        try (RawConnection silent = upgraded()) {
            opened();
            open.start();

            silent.readThrough(PING);
            silent.readThrough(PING);
        }
    }

    /// Two letters in a frame whose mask is all zeros.
    private static String masked(String text) {
        return "\u0081\u0082\0\0\0\0" + text;
    }

    private Listener opened() throws InterruptedException {
        Listener listener = listeners.take();
        listener.opened.await();
        return listener;
    }

    private WebSocket answering() {
        URI address = URI.create("ws://127.0.0.1:" + connector.getLocalPort() + "/");
        return HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(address, new WebSocket.Listener() {})
                .join();
    }

    private RawConnection upgraded() {
        RawConnection connection = new RawConnection(connector.getLocalPort());
        connection.send(
                """
                        GET / HTTP/1.1\r
                        Host: localhost\r
                        Upgrade: websocket\r
                        Connection: Upgrade\r
                        Sec-WebSocket-Version: 13\r
                        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                        \r
                        """);
        connection.readThrough(UPGRADED);
        return connection;
    }

    private SocketHandler listening() {
        Listener listener = new Listener();
        listeners.add(listener);
        return listener;
    }

    /// Behind the sockets. It may block, as everything does in the server, so threads are not shared with it.
    private static final class Nothing extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            return false;
        }
    }

    private static final class Listener implements SocketHandler {
        private final CountDownLatch opened = new CountDownLatch(1);
        private final CountDownLatch hearing = new CountDownLatch(1);
        private final CountDownLatch closed = new CountDownLatch(1);
        private final LinkedBlockingQueue<String> texts = new LinkedBlockingQueue<>();
        private volatile CountDownLatch attentive = new CountDownLatch(0);
        private volatile @Nullable Socket socket;

        Socket socket() {
            return Objects.requireNonNull(socket);
        }

        @Override
        public void opened(Socket its) {
            socket = its;
            opened.countDown();
        }

        @Override
        public void message(byte[] text) {
            hearing.countDown();
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
