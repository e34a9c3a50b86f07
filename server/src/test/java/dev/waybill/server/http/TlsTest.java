package dev.waybill.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.tls.PemFiles;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.HexFormat;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsTest {
    /// A record of 45 bytes that holds a hello of 41: version, 32 random bytes, no session, one cipher suite.
    private static final String HELLO_OF_TLS_1_1 =
            "160301002d" + "01000029" + "0302" + "72".repeat(32) + "00" + "0002c013" + "0100";

    @TempDir private Path folder;

    @Test
    void answers_come_over_tls_with_strict_transport() throws Exception {
        PemFiles files = new PemFiles(folder);
        X509Certificate certificate = files.write("-keyalg", "EC");

        try (TestEdge edge = TestEdge.with(files.config());
                HttpClient client = client(certificate)) {
            HttpResponse<String> response =
                    client.send(
                            HttpRequest.newBuilder(edge.edge.uri().resolve("/health")).build(),
                            HttpResponse.BodyHandlers.ofString());

            assertThat(edge.edge.uri().getScheme()).isEqualTo("https");
            assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Strict-Transport-Security"))
                    .contains("max-age=31536000");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void the_current_versions_of_tls_are_spoken(String version) throws Exception {
        PemFiles files = new PemFiles(folder);
        X509Certificate certificate = files.write("-keyalg", "RSA");

        try (TestEdge edge = TestEdge.with(files.config())) {
            assertThat(handshake(edge, certificate, version)).isEqualTo(certificate);
        }
    }

    @Test
    void older_versions_of_tls_are_refused() {
        PemFiles files = new PemFiles(folder);
        files.write("-keyalg", "RSA");

        try (TestEdge edge = TestEdge.with(files.config());
                RawConnection connection = edge.connect()) {
            connection.send(new String(HexFormat.of().parseHex(HELLO_OF_TLS_1_1), ISO_8859_1));
            byte[] answer = connection.readToEnd().getBytes(ISO_8859_1);

            assertThat(HexFormat.of().formatHex(answer))
                    .as("a fatal alert: protocol version")
                    .matches("1503..0002" + "0246");
        }
    }

    @Test
    void a_renewed_certificate_is_served_without_a_restart() throws Exception {
        PemFiles files = new PemFiles(folder);
        files.write("-keyalg", "EC");

        try (TestEdge edge = TestEdge.with(files.config())) {
            X509Certificate renewed = files.write("-keyalg", "EC");

            assertThat(servedWithin(Duration.ofSeconds(20), edge, renewed)).isTrue();
        }
    }

    @Test
    void a_handshake_that_never_comes_is_given_up() throws Exception {
        PemFiles files = new PemFiles(folder);
        files.write("-keyalg", "EC");

        try (TestEdge edge = TestEdge.impatient(files.config());
                RawConnection connection = edge.connect()) {
            assertThat(connection.readToEnd()).isEmpty();
        }
    }

    private static boolean servedWithin(Duration limit, TestEdge edge, X509Certificate expected)
            throws Exception {
        long deadline = System.nanoTime() + limit.toNanos();
        while (System.nanoTime() < deadline) {
            try {
                return expected.equals(handshake(edge, expected, "TLSv1.3"));
            } catch (SSLHandshakeException _) {
                Thread.onSpinWait(); // the old one is not trusted here
            }
        }
        return false;
    }

    private static Certificate handshake(TestEdge edge, X509Certificate trusted, String version)
            throws Exception {
        try (SSLSocket socket =
                (SSLSocket)
                        trusting(trusted)
                                .getSocketFactory()
                                .createSocket("127.0.0.1", edge.edge.port())) {
            socket.setEnabledProtocols(new String[] {version});
            socket.startHandshake();
            return socket.getSession().getPeerCertificates()[0];
        }
    }

    /// Offers HTTP/2 as well, as any client does unless told otherwise.
    private static HttpClient client(X509Certificate trusted) throws Exception {
        return HttpClient.newBuilder().sslContext(trusting(trusted)).build();
    }

    private static SSLContext trusting(X509Certificate certificate) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("server", certificate);
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
