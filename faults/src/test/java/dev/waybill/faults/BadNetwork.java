package dev.waybill.faults;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// A bad network in front of a server: what goes through comes late and in pieces, connections overtake each other, are cut,
/// forgotten by one side, or come a second time.
final class BadNetwork implements AutoCloseable {
    /// Of a long connection only the beginning may be said again.
    private static final int REMEMBERED = 32 << 10;

    private static final int MOST_DELAY_MILLIS = 30;
    private static final String SESSION = "GET /v1/node/ws";

    private final ServerSocket listener;
    private final int target;
    private final Random random;
    private final List<Pair> pairs = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<Mischief, AtomicLong> done = new EnumMap<>(Mischief.class);
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong newest = new AtomicLong();
    private volatile boolean closed;

    /// What a network may do to those who use it.
    enum Mischief {
        DELAYED,
        CHOPPED,
        OVERTAKEN,
        CUT,
        ORPHANED,
        SWALLOWED,
        REQUESTS_AGAIN,
        SESSION_AGAIN
    }

    /// Two ends; what was said by the client is kept, so that it can be said again.
    private record Pair(
            Socket client, Socket server, AtomicBoolean swallows, ByteArrayOutputStream said) {}

    BadNetwork(int target, Random random) {
        this.target = target;
        this.random = random;
        try {
            this.listener = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (Mischief mischief : Mischief.values()) {
            done.put(mischief, new AtomicLong());
        }
        threads.execute(this::accept);
    }

    /// How often it has done each.
    Map<Mischief, AtomicLong> done() {
        return done;
    }

    /// Goes on for as long as something has not happened yet.
    boolean hasDoneAllAfter(int pauseMillis) {
        if (done.values().stream().allMatch(count -> count.get() > 0)) {
            return true;
        }
        disturb();
        LockSupport.parkNanos(pauseMillis * 1_000_000L);
        return false;
    }

    private void count(Mischief mischief) {
        Objects.requireNonNull(done.get(mischief)).incrementAndGet();
    }

    int port() {
        return listener.getLocalPort();
    }

    /// Something happens to some of those who are connected.
    void disturb() {
        for (Pair pair : pairs) {
            switch (random.nextInt(8)) {
                case 0 -> {
                    count(Mischief.CUT);
                    cut(pair);
                }
                case 1 -> {
                    count(Mischief.ORPHANED);
                    orphan(pair);
                }
                case 2 -> pair.swallows().set(true);
                case 3 -> threads.execute(() -> sayAgain(pair));
                default -> {}
            }
        }
    }

    /// From now on it is a good network, apart from those that are broken already.
    void calm() {
        pairs.stream().filter(pair -> pair.swallows().get()).forEach(this::cut);
    }

    private void cut(Pair pair) {
        pairs.remove(pair);
        reset(pair.client());
        reset(pair.server());
    }

    /// The server goes on writing to nobody, while the client comes back.
    private void orphan(Pair pair) {
        pair.swallows().set(true);
        reset(pair.client());
    }

    /// The very bytes of a connection, once more on another: requests that change something, or a session with all that was said in it.
    private void sayAgain(Pair pair) {
        byte[] said;
        synchronized (pair.said()) {
            said = pair.said().toByteArray();
        }
        String begin = new String(said, 0, Math.min(said.length, SESSION.length()), US_ASCII);
        if (!begin.startsWith("POST") && !begin.equals(SESSION)) {
            return;
        }
        try (Socket server = connected()) {
            server.setSoTimeout(1000);
            server.getOutputStream().write(said);
            count(begin.equals(SESSION) ? Mischief.SESSION_AGAIN : Mischief.REQUESTS_AGAIN);
            server.getInputStream().skipNBytes(Long.MAX_VALUE);
        } catch (IOException _) {
            // nobody wants the answers
        }
    }

    private void accept() {
        while (!closed) {
            try {
                Socket client = listener.accept();
                long number = accepted.incrementAndGet();
                threads.execute(() -> open(client, number));
            } catch (IOException _) {
                // it is closed
            }
        }
    }

    private void open(Socket client, long number) {
        late(); // those that come later may get there first
        try {
            Socket server = connected();
            if (newest.getAndAccumulate(number, Math::max) > number) {
                count(Mischief.OVERTAKEN);
            }
            Pair pair = new Pair(client, server, new AtomicBoolean(), new ByteArrayOutputStream());
            pairs.add(pair);
            threads.execute(() -> pump(pair, client, server, true));
            threads.execute(() -> pump(pair, server, client, false));
        } catch (IOException _) {
            reset(client);
        }
    }

    private Socket connected() throws IOException {
        Socket server = new Socket();
        server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target), 2000);
        return server;
    }

    private void pump(Pair pair, Socket from, Socket to, boolean said) {
        byte[] buffer = new byte[512];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (random.nextInt(20) == 0) {
                    late();
                    count(Mischief.DELAYED);
                }
                if (read == buffer.length) {
                    count(Mischief.CHOPPED);
                }
                if (said) {
                    remember(pair, buffer, read);
                }
                if (pair.swallows().get()) {
                    count(Mischief.SWALLOWED);
                } else {
                    out.write(buffer, 0, read);
                }
            }
        } catch (IOException _) {
            // cut, from one side or the other
        }
        if (!pair.swallows().get()) {
            cut(pair);
        }
    }

    private static void remember(Pair pair, byte[] buffer, int length) {
        synchronized (pair.said()) {
            if (pair.said().size() < REMEMBERED) {
                pair.said().write(buffer, 0, length);
            }
        }
    }

    private void late() {
        LockSupport.parkNanos(random.nextInt(MOST_DELAY_MILLIS) * 1_000_000L);
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException _) {
            // it is gone already
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        pairs.forEach(this::cut);
        threads.shutdownNow();
    }
}
