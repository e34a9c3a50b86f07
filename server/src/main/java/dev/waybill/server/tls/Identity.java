package dev.waybill.server.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A certificate chain and the private key that belongs to its first certificate.
record Identity(List<X509Certificate> chain, PrivateKey key) {
    private static final Logger LOG = LoggerFactory.getLogger(Identity.class);

    Identity {
        chain = List.copyOf(chain);
    }

    static Identity parse(Path certificate, byte[] chain, Path key, byte[] pem) {
        Identity identity =
                new Identity(
                        chain(certificate, chain), PemKey.parse(key, new String(pem, ISO_8859_1)));
        if (!identity.keyFits()) {
            throw new TlsFault(
                    "the key in " + key + " does not belong to the certificate in " + certificate);
        }
        return identity;
    }

    KeyStore keyStore() {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("server", key, new char[0], chain.toArray(Certificate[]::new));
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw new TlsFault("the certificate cannot be used: " + e.getMessage(), e);
        }
    }

    /// Clients will refuse it, which looks like a fault of the network to them.
    void warnWhenInvalid() {
        try {
            chain.getFirst().checkValidity();
        } catch (CertificateException e) {
            LOG.warn("The certificate is not valid now: {}", e.getMessage());
        }
    }

    static List<X509Certificate> chain(Path file, byte[] pem) {
        try {
            List<X509Certificate> chain =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(new ByteArrayInputStream(pem))
                            .stream()
                            .map(X509Certificate.class::cast)
                            .toList();
            if (chain.isEmpty()) {
                throw new TlsFault(file + " holds no certificate");
            }
            return chain;
        } catch (CertificateException e) {
            throw new TlsFault(file + " holds no readable certificate: " + e.getMessage(), e);
        }
    }

    /// Signs something with the key and checks it with the certificate.
    private boolean keyFits() {
        try {
            Signature signing = Signature.getInstance(signatureAlgorithm());
            signing.initSign(key);
            signing.update(key.getAlgorithm().getBytes(ISO_8859_1));
            Signature checking = Signature.getInstance(signatureAlgorithm());
            checking.initVerify(chain.getFirst().getPublicKey());
            checking.update(key.getAlgorithm().getBytes(ISO_8859_1));
            return checking.verify(signing.sign());
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    private String signatureAlgorithm() {
        return switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> "EdDSA";
        };
    }
}
