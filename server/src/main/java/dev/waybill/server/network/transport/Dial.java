package dev.waybill.server.network.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.waybill.server.tls.ClientTls;
import io.nats.client.AuthHandler;
import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.ErrorListener;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;

/// Makes one connection to a broker. It is not made again by the client: what the client would keep for later it would
/// report as published.
final class Dial {
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Duration PING = Duration.ofSeconds(5);
    private static final int PINGS = 5;

    private final NatsAccess access;
    private final ExecutorService threads;

    Dial(NatsAccess access, ExecutorService threads) {
        this.access = access;
        this.threads = threads;
    }

    Connection connect(ConnectionListener events, ErrorListener troubles)
            throws IOException, CarrierException, InterruptedException {
        Options.Builder options =
                new Options.Builder()
                        .servers(
                                access.servers().stream().map(URI::toString).toArray(String[]::new))
                        .connectionName("waybill")
                        .noReconnect()
                        .connectionTimeout(PATIENCE)
                        .socketWriteTimeout(PATIENCE.multipliedBy(2))
                        .pingInterval(PING)
                        .maxPingsOut(PINGS)
                        .dontForceFlushOnRequest()
                        .executor(threads)
                        .connectionListener(events)
                        .errorListener(troubles);
        signIn(options);
        return Nats.connect(options.build());
    }

    private void signIn(Options.Builder options) throws CarrierException {
        if (access.secure()) {
            // The only way to connect that keeps the name, which the certificate is for.
            options.hostnameResolveMode(Options.HostnameResolveMode.HappyEyeballs);
            options.sslContext(ClientTls.context(access.ca(), access.certificate(), access.key()));
        }
        if (access.token() != null) {
            options.token(access.token().toCharArray());
        }
        if (access.credentials() != null) {
            options.authHandler(Nats.credentials(access.credentials().toString()));
        } else if (access.nkey() != null) {
            options.authHandler(seed(access.nkey()));
        }
    }

    private static AuthHandler seed(Path file) throws CarrierException {
        try {
            char[] seed = Files.readString(file, US_ASCII).strip().toCharArray();
            return Nats.staticCredentials(null, seed);
        } catch (IOException | RuntimeException e) {
            throw new CarrierException("nats.nkey: " + file + " holds no seed that can be read", e);
        }
    }
}
