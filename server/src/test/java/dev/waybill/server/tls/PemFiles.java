package dev.waybill.server.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.waybill.server.config.TlsConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/// A certificate and its key in PEM files, made anew by the JDK's `keytool` each time a test asks.
public final class PemFiles {
    private static final String PASSWORD = "changeit";

    private final Path folder;

    public PemFiles(Path folder) {
        this.folder = folder;
    }

    public Path certificate() {
        return folder.resolve("server.crt");
    }

    public Path key() {
        return folder.resolve("server.key");
    }

    public TlsConfig config() {
        return new TlsConfig(certificate(), key(), Duration.ofMillis(50));
    }

    /// Writes a new pair and gives back the certificate.
    public X509Certificate write(String... keyAlgorithm) {
        try {
            Path store = folder.resolve("made.p12");
            Files.deleteIfExists(store);
            run(store, keyAlgorithm);
            return export(store);
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    public static String pem(String label, byte[] bytes) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                .formatted(
                        label,
                        Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes),
                        label);
    }

    private X509Certificate export(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        X509Certificate certificate = (X509Certificate) store.getCertificate("server");
        Files.writeString(certificate(), pem("CERTIFICATE", certificate.getEncoded()), US_ASCII);
        byte[] key = store.getKey("server", PASSWORD.toCharArray()).getEncoded();
        Files.writeString(key(), pem("PRIVATE KEY", key), US_ASCII);
        return certificate;
    }

    private static void run(Path store, String... keyAlgorithm) throws IOException {
        List<String> command =
                new java.util.ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "server",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "SAN=dns:localhost,ip:127.0.0.1",
                                "-validity",
                                "2",
                                "-storetype",
                                "PKCS12",
                                "-keystore",
                                store.toString(),
                                "-storepass",
                                PASSWORD));
        command.addAll(List.of(keyAlgorithm));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(keytool.getInputStream().readAllBytes(), US_ASCII);
        try {
            if (keytool.waitFor() != 0) {
                throw new UncheckedIOException(new IOException(output));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
