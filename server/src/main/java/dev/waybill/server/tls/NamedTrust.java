package dev.waybill.server.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedTrustManager;

/// Trusts a server only if its certificate is for the name that was dialled. Without a connection nobody can know that
/// name, so nothing is trusted then.
final class NamedTrust extends X509ExtendedTrustManager {
    private static final String BY_NAME = "HTTPS";

    private final X509ExtendedTrustManager chains;

    NamedTrust(X509ExtendedTrustManager chains) {
        this.chains = chains;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        if (!(socket instanceof SSLSocket secure)) {
            throw nameless();
        }
        SSLParameters parameters = secure.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm(BY_NAME);
        secure.setSSLParameters(parameters);
        chains.checkServerTrusted(chain, authType, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm(BY_NAME);
        engine.setSSLParameters(parameters);
        chains.checkServerTrusted(chain, authType, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType)
            throws CertificateException {
        throw nameless();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        throw new CertificateException("a client trusts no clients");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        throw new CertificateException("a client trusts no clients");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType)
            throws CertificateException {
        throw new CertificateException("a client trusts no clients");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return chains.getAcceptedIssuers();
    }

    private static CertificateException nameless() {
        return new CertificateException("the server's name is not known");
    }
}
