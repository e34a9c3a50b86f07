package dev.waybill.server.tls;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// How a client of ours speaks TLS: whom it trusts, and who it is. It checks the server's name even where the library that
/// connects does not ask for it.
public final class ClientTls {
    private ClientTls() {}

    /// Trusts the certificates of the file, or those the JDK trusts; shows a certificate if both of its files are given.
    public static SSLContext context(
            @Nullable Path ca, @Nullable Path certificate, @Nullable Path key) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(identity(certificate, key), trust(ca), null);
            return context;
        } catch (IOException e) {
            throw new TlsFault("cannot read " + e.getMessage(), e);
        } catch (GeneralSecurityException e) {
            throw new TlsFault("TLS cannot be set up: " + e.getMessage(), e);
        }
    }

    /// Trusts the certificates of a text in PEM, which is called by its name where it is of no use.
    public static SSLContext trusting(String name, String pem) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    new KeyManager[0],
                    named(trusted(Identity.chain(Path.of(name), pem.getBytes(UTF_8)))),
                    null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new TlsFault("TLS cannot be set up: " + e.getMessage(), e);
        }
    }

    private static KeyManager[] identity(@Nullable Path certificate, @Nullable Path key)
            throws IOException, GeneralSecurityException {
        if (certificate == null || key == null) {
            return new KeyManager[0];
        }
        KeyStore store =
                Identity.parse(
                                certificate,
                                Files.readAllBytes(certificate),
                                key,
                                Files.readAllBytes(key))
                        .keyStore();
        KeyManagerFactory keys =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        return keys.getKeyManagers();
    }

    private static TrustManager[] trust(@Nullable Path ca)
            throws IOException, GeneralSecurityException {
        return named(ca == null ? null : trusted(Identity.chain(ca, Files.readAllBytes(ca))));
    }

    private static TrustManager[] named(@Nullable KeyStore trusted)
            throws GeneralSecurityException {
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        for (TrustManager manager : trust.getTrustManagers()) {
            if (manager instanceof X509ExtendedTrustManager x509) {
                return new TrustManager[] {new NamedTrust(x509)};
            }
        }
        throw new GeneralSecurityException("this JDK checks no X.509 certificates");
    }

    private static KeyStore trusted(List<X509Certificate> certificates)
            throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (int i = 0; i < certificates.size(); i++) {
            store.setCertificateEntry("ca-" + i, certificates.get(i));
        }
        return store;
    }
}
