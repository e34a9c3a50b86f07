package dev.waybill.server.http;

import dev.waybill.server.config.HttpConfig;
import dev.waybill.server.config.ServerConfig;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/// Builds the one connector of the server: HTTP/1.1, with or without TLS, within the limits of [HttpConfig].
final class Connectors {
    /// Connections that may wait to be accepted, where the system allows as many. Java's own choice is 50: of more that come at
    /// once, as after a restart, the system forgets some, and they come again after a second, then after two more.
    private static final int ACCEPT_QUEUE = 4096;

    private final Server server;
    private final ServerConfig place;
    private final HttpConfig limits;

    Connectors(Server server, ServerConfig place, HttpConfig limits) {
        this.server = server;
        this.place = place;
        this.limits = limits;
    }

    ServerConnector plain() {
        return bounded(new ServerConnector(server, new HttpConnectionFactory(configuration())));
    }

    ServerConnector secure(SslContextFactory.Server tls) {
        HttpConfiguration http = configuration();
        // One certificate serves whatever name the server is reached by, so SNI decides nothing.
        http.addCustomizer(new SecureRequestCustomizer(false));
        HttpConnectionFactory protocol = new HttpConnectionFactory(http);
        return bounded(
                new ServerConnector(
                        server, new SslConnectionFactory(tls, protocol.getProtocol()), protocol));
    }

    private ServerConnector bounded(ServerConnector connector) {
        connector.setHost(place.host());
        connector.setPort(place.port());
        connector.setAcceptQueueSize(ACCEPT_QUEUE);
        connector.setIdleTimeout(limits.idleTimeout().toMillis());
        connector.addBean(new NetworkConnectionLimit(limits.maxConnections(), connector));
        connector.addBean(new HeadDeadline(connector, limits.headerTimeout()));
        return connector;
    }

    private HttpConfiguration configuration() {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        http.setRequestHeaderSize(limits.maxHeaderBytes());
        http.setHttpCompliance(HttpCompliance.STRICT);
        // The router splits the path before it decodes it, so an encoded slash or percent sign is
        // only a character.
        http.setUriCompliance(
                UriCompliance.DEFAULT.with(
                        "encoded-segments",
                        UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR,
                        UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING));
        return http;
    }
}
