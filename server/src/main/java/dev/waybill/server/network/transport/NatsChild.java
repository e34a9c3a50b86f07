package dev.waybill.server.network.transport;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A broker of our own: a `nats-server` process on the loopback address that only this server can sign in to. It is
/// started when it is needed, again when it has died, and ended with us.
final class NatsChild implements NatsBroker {
    private static final Logger LOG = LoggerFactory.getLogger(NatsChild.class);
    private static final Duration READY = Duration.ofSeconds(10);
    private static final Duration FAREWELL = Duration.ofSeconds(5);
    private static final long LOOK_AGAIN_MILLIS = 20;
    private static final int TOKEN_BYTES = 32;

    private final Path program;
    private final ChildFolder folder;
    private final Settings settings;
    private final String token;
    private int port;
    private @Nullable Process process;
    private boolean closed;

    /// @param port to listen on, or -1 for any free one
    record Settings(int port, int maxPayload, boolean jetstream) {}

    NatsChild(Path program, Path folder, Settings settings, SecureRandom random) {
        this.program = program;
        this.folder = new ChildFolder(folder);
        this.settings = settings;
        this.port = settings.port();
        byte[] secret = new byte[TOKEN_BYTES];
        random.nextBytes(secret);
        this.token = HexFormat.of().formatHex(secret);
    }

    @Override
    public synchronized NatsAccess access() throws CarrierException, InterruptedException {
        if (closed) {
            throw new CarrierException("the embedded NATS server is stopped");
        }
        Process running = process;
        if (running == null || !running.isAlive()) {
            start();
        }
        return NatsAccess.local(port, token);
    }

    @Override
    public synchronized void close() {
        closed = true;
        Process running = process;
        if (running != null) {
            end(running);
        }
        folder.clear();
    }

    private void start() throws CarrierException, InterruptedException {
        try {
            folder.prepare();
            folder.endOrphan();
            Process started = launch();
            process = started;
            started.getOutputStream().close();
            folder.remember(started.pid());
            port = await(started);
            folder.hideConfig();
            LOG.atInfo()
                    .addKeyValue("pid", started.pid())
                    .addKeyValue("port", port)
                    .log("The embedded NATS server is up");
        } catch (IOException | RuntimeException e) {
            abandon();
            throw new CarrierException(
                    "nats.embedded: " + program + " cannot be started in " + folder.path(), e);
        }
    }

    private Process launch() throws IOException {
        Path config = folder.writeConfig(port, token, settings.maxPayload(), settings.jetstream());
        return new ProcessBuilder(program.toString(), "-c", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.log().toFile())
                .start();
    }

    /// The port it listens on, once it does.
    private int await(Process started) throws IOException, CarrierException, InterruptedException {
        long deadline = System.nanoTime() + READY.toNanos();
        while (started.isAlive() && System.nanoTime() < deadline) {
            OptionalInt found = folder.port(started.pid());
            if (found.isPresent()) {
                return found.getAsInt();
            }
            started.waitFor(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        }
        end(started);
        // Somebody may have taken the port while the server was away.
        port = settings.port();
        throw new CarrierException(
                "nats.embedded: " + program + " did not come up, see " + folder.log());
    }

    /// One that is not known to be up is not left running.
    private void abandon() {
        Process half = process;
        if (half != null) {
            end(half);
            process = null;
        }
    }

    private static void end(Process running) {
        running.destroy();
        try {
            if (!running.waitFor(FAREWELL.toMillis(), TimeUnit.MILLISECONDS)) {
                running.destroyForcibly();
            }
        } catch (InterruptedException _) {
            running.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
