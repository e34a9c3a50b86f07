package dev.waybill.cli.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/// The JDK's HTTP client, set up for a process that makes a request or two.
///
/// `HttpURLConnection` would start sooner, but it cannot PATCH, and it sends a POST a second time when a connection
/// breaks, without asking.
public final class Http {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

    private Http() {}

    public static HttpClient client(URI server) {
        HttpClient.Builder builder =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(CONNECT_TIMEOUT);
        if (server.getScheme().equals("http")) {
            withoutTrustStore(builder);
        }
        return builder.build();
    }

    /// The client would read the certificates that this Java trusts, which takes longer than the request itself.
    private static void withoutTrustStore(HttpClient.Builder builder) {
        try {
            builder.sslContext(SSLContext.getInstance("TLS")).sslParameters(new SSLParameters());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java knows no TLS", e);
        }
    }
}
