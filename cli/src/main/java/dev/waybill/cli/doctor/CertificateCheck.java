package dev.waybill.cli.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// Whether the certificate can be read and will last.
record CertificateCheck(Path file, InstantSource clock) implements Check {
    private static final Duration SOON = Duration.ofDays(14);

    @Override
    public Finding look() {
        String advice = "renew the certificate in " + file;
        try (InputStream content = Files.newInputStream(file)) {
            Instant end = expiry(content);
            if (end.isBefore(clock.instant())) {
                return Finding.fail("certificate", "expired at " + end, advice);
            }
            return end.isBefore(clock.instant().plus(SOON))
                    ? Finding.warn("certificate", "expires at " + end, advice)
                    : Finding.ok("certificate", "valid until " + end);
        } catch (IOException | CertificateException e) {
            return Finding.fail(
                    "certificate",
                    file + " holds no certificate: " + e.getMessage(),
                    "set tls.certificate to a PEM file");
        }
    }

    private static Instant expiry(InputStream content) throws CertificateException {
        X509Certificate first =
                (X509Certificate)
                        CertificateFactory.getInstance("X.509").generateCertificate(content);
        return first.getNotAfter().toInstant();
    }
}
