package dev.waybill.server.tls;

import dev.waybill.server.config.TlsConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The PEM files with the server's certificate chain and key, and the thread that notices when they change.
///
/// Their content is compared, not their times: files may be replaced twice within a second, or by a link. Files that
/// cannot be used leave the last good ones in service, so it does not matter in which order they are replaced.
public final class CertificateFiles implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CertificateFiles.class);

    private final Path certificate;
    private final Path key;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread watch;
    private final Consumer<KeyStore> onChange;
    private String seen;
    private String complaint = "";

    private CertificateFiles(TlsConfig config, Consumer<KeyStore> use) {
        this.certificate = Objects.requireNonNull(config.certificate(), "tls.certificate");
        this.key = Objects.requireNonNull(config.key(), "tls.key");
        this.onChange = use;
        Content content = read();
        Identity identity = content.identity();
        use.accept(identity.keyStore());
        identity.warnWhenInvalid();
        this.seen = content.fingerprint();
        Duration interval = config.reloadInterval();
        this.watch = Thread.ofVirtual().name("tls-reload").unstarted(() -> watch(interval));
    }

    /// Hands over the key store now, and again after each change, until closed.
    public static CertificateFiles follow(TlsConfig config, Consumer<KeyStore> use) {
        CertificateFiles files = new CertificateFiles(config, use);
        files.watch.start();
        return files;
    }

    /// Throws with the reason when a server could not use these files.
    public static void check(Path certificate, Path key) {
        try {
            Identity.parse(
                            certificate,
                            Files.readAllBytes(certificate),
                            key,
                            Files.readAllBytes(key))
                    .keyStore();
        } catch (IOException e) {
            throw new TlsFault("cannot read " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            watch.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch(Duration interval) {
        try {
            while (!closed.await(interval.toNanos(), TimeUnit.NANOSECONDS)) {
                look();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        try {
            Content content = read();
            if (content.fingerprint().equals(seen)) {
                return;
            }
            seen = content.fingerprint();
            Identity identity = content.identity();
            onChange.accept(identity.keyStore());
            identity.warnWhenInvalid();
            LOG.atInfo()
                    .addKeyValue("certificate", certificate)
                    .addKeyValue("expires", identity.chain().getFirst().getNotAfter().toInstant())
                    .log("Certificate reloaded");
            complaint = "";
        } catch (RuntimeException e) {
            complain(String.valueOf(e.getMessage()));
        }
    }

    private void complain(String reason) {
        if (!reason.equals(complaint)) {
            complaint = reason;
            LOG.atWarn()
                    .addKeyValue("reason", reason)
                    .log("Certificate not reloaded, the old one stays");
        }
    }

    private Content read() {
        try {
            return new Content(Files.readAllBytes(certificate), Files.readAllBytes(key));
        } catch (IOException e) {
            throw new TlsFault("cannot read " + e.getMessage(), e);
        }
    }

    /// What both files held at one moment.
    private final class Content {
        private final byte[] chain;
        private final byte[] pem;

        Content(byte[] chain, byte[] pem) {
            this.chain = chain;
            this.pem = pem;
        }

        Identity identity() {
            return Identity.parse(certificate, chain, key, pem);
        }

        String fingerprint() {
            try {
                MessageDigest digest = MessageDigest.getInstance("SHA-256");
                digest.update(chain);
                return HexFormat.of().formatHex(digest.digest(pem));
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("SHA-256 is missing from this JDK", e);
            }
        }
    }
}
