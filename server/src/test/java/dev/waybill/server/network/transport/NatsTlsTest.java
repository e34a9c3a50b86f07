package dev.waybill.server.network.transport;

import static dev.waybill.server.network.transport.NatsSignInTest.assertAccepted;
import static dev.waybill.server.network.transport.NatsSignInTest.assertRefused;

import dev.waybill.server.Eventually;
import dev.waybill.server.tls.PemFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// TLS to a broker: whom we trust, by which name, and who we are.
class NatsTlsTest {
    @TempDir private Path folder;
    private PemFiles server;
    private PemFiles client;
    private PemFiles stranger;

    @BeforeEach
    void issue() throws IOException {
        server = files("server");
        client = files("client");
        stranger = files("stranger");
    }

    @Test
    void a_broker_of_our_own_authority_is_trusted_and_another_is_not() {
        try (NatsServer broker = NatsServer.start(folder, tls(""))) {
            assertAccepted(access("tls://localhost:" + broker.port(), server, null));
            assertAccepted(access("nats://127.0.0.1:" + broker.port(), server, null));
            assertRefused(
                    access("tls://localhost:" + broker.port(), stranger, null),
                    access("tls://localhost:" + broker.port(), null, null));
        }
    }

    @Test
    void a_broker_with_another_name_than_was_dialled_is_not_trusted() {
        server.write("-keyalg", "RSA", "-ext", "SAN=dns:elsewhere.example");
        try (NatsServer broker = NatsServer.start(folder, tls(""))) {
            assertRefused(access("tls://localhost:" + broker.port(), server, null));
        }
    }

    @Test
    void a_broker_that_asks_for_a_certificate_knows_ours_and_refuses_others() {
        String verify = ", verify: true, ca_file: \"" + client.certificate() + "\"";
        try (NatsServer broker = NatsServer.start(folder, tls(verify))) {
            String url = "tls://localhost:" + broker.port();
            assertAccepted(access(url, server, client));
            assertRefusedSomehow(access(url, server, stranger));
            assertRefusedSomehow(access(url, server, null));
        }
    }

    /// The broker hangs up, which may be noticed while shaking hands or after.
    private static void assertRefusedSomehow(NatsAccess access) {
        try (Transport transport = NatsFixture.core(access)) {
            transport.start(new Steps());
            Eventually.is("it is refused", () -> transport.link().trouble() != null);
        }
    }

    private String tls(String more) {
        return "tls { cert_file: \"%s\", key_file: \"%s\"%s }"
                .formatted(server.certificate(), server.key(), more);
    }

    private PemFiles files(String name) throws IOException {
        PemFiles files = new PemFiles(Files.createDirectory(folder.resolve(name)));
        files.write("-keyalg", "RSA");
        return files;
    }

    private static NatsAccess access(
            String url, @Nullable PemFiles ca, @Nullable PemFiles identity) {
        return new NatsAccess(
                List.of(URI.create(url)),
                null,
                null,
                null,
                ca == null ? null : ca.certificate(),
                identity == null ? null : identity.certificate(),
                identity == null ? null : identity.key());
    }
}
