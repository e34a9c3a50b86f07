package dev.waybill.server.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CertificateFilesTest {
    @TempDir private Path folder;

    private final BlockingQueue<KeyStore> used = new LinkedBlockingQueue<>();
    private PemFiles files;

    @BeforeEach
    void prepare() {
        files = new PemFiles(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-keyalg RSA -keysize 2048", "-keyalg EC", "-keyalg Ed25519"})
    void keys_of_every_usual_kind_are_read(String algorithm) throws Exception {
        Certificate written = files.write(algorithm.split(" "));

        try (CertificateFiles _ = follow()) {
            assertThat(nextCertificate()).isEqualTo(written);
        }
    }

    @Test
    void a_change_of_the_files_is_noticed() throws Exception {
        files.write("-keyalg", "EC");

        try (CertificateFiles _ = follow()) {
            nextCertificate();
            Certificate renewed = files.write("-keyalg", "EC");

            assertThat(nextCertificate()).isEqualTo(renewed);
        }
    }

    @Test
    void broken_files_are_passed_over_until_they_are_whole_again() throws Exception {
        files.write("-keyalg", "EC");

        try (CertificateFiles _ = follow()) {
            nextCertificate();
            Files.writeString(files.key(), "half a k");
            X509Certificate renewed = files.write("-keyalg", "EC");

            assertThat(nextCertificate()).isEqualTo(renewed);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "RSA PRIVATE KEY, a PKCS#1 key",
        "EC PRIVATE KEY, a SEC1 key",
        "ENCRYPTED PRIVATE KEY, an encrypted key",
    })
    void a_key_in_another_form_is_refused_with_the_command_that_converts_it(
            String label, String form) throws IOException {
        files.write("-keyalg", "EC");
        Files.writeString(files.key(), PemFiles.pem(label, new byte[] {1, 2, 3}));

        assertThatThrownBy(this::follow)
                .isInstanceOf(TlsFault.class)
                .hasMessage(
                        "%s is %s, but an unencrypted PKCS#8 key is needed; to convert it: openssl pkcs8 -topk8 -nocrypt -in %s -out key.pem",
                        files.key(), form, files.key());
    }

    @Test
    void a_key_of_another_certificate_is_refused() throws IOException {
        files.write("-keyalg", "EC");
        String other = Files.readString(files.key(), US_ASCII);
        files.write("-keyalg", "EC");
        Files.writeString(files.key(), other);

        assertThatThrownBy(this::follow)
                .hasMessage(
                        "the key in %s does not belong to the certificate in %s",
                        files.key(), files.certificate());
    }

    @Test
    void files_without_what_they_should_hold_are_named() throws IOException {
        files.write("-keyalg", "EC");
        String key = Files.readString(files.key());

        Files.writeString(files.key(), "nothing");
        assertThatThrownBy(this::follow)
                .hasMessage(files.key() + " holds no private key in PEM form");

        Files.writeString(files.key(), PemFiles.pem("PRIVATE KEY", new byte[] {1, 2, 3}));
        assertThatThrownBy(this::follow)
                .hasMessage(files.key() + " is neither an RSA, an EC nor an Ed25519 key");

        Files.writeString(files.key(), key);
        Files.writeString(files.certificate(), "");
        assertThatThrownBy(this::follow).hasMessageStartingWith(files.certificate() + " holds no");

        Files.delete(files.certificate());
        assertThatThrownBy(this::follow).hasMessage("cannot read " + files.certificate());
    }

    private CertificateFiles follow() {
        return CertificateFiles.follow(files.config(), used::add);
    }

    private Certificate nextCertificate() throws InterruptedException, KeyStoreException {
        KeyStore store = used.poll(20, TimeUnit.SECONDS);
        assertThat(store).as("a key store within 20 seconds").isNotNull();
        return store.getCertificate("server");
    }
}
