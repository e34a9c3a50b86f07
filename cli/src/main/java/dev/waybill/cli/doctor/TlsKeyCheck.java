package dev.waybill.cli.doctor;

import dev.waybill.server.tls.CertificateFiles;
import dev.waybill.server.tls.TlsFault;
import java.nio.file.Path;

/// Whether the private key can be read and belongs to the certificate.
record TlsKeyCheck(Path certificate, Path key) implements Check {
    @Override
    public Finding look() {
        try {
            CertificateFiles.check(certificate, key);
            return Finding.ok("tls-key", key + " belongs to the certificate");
        } catch (TlsFault e) {
            return Finding.fail(
                    "tls-key",
                    String.valueOf(e.getMessage()),
                    "set tls.key to the key of tls.certificate");
        }
    }
}
