package dev.waybill.server.http;

import java.util.Optional;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.internal.HttpConnection;

/// Finds the HTTP parser of a connection, also under TLS. It alone knows where in a request the sender is; nothing public
/// does.
final class OpenConnections {
    private OpenConnections() {}

    /// Empty while the connection is still being set up.
    static Optional<HttpConnection> http(EndPoint endPoint) {
        Connection connection = endPoint.getConnection();
        if (connection instanceof SslConnection tls) {
            connection = tls.getSslEndPoint().getConnection();
        }
        return connection instanceof HttpConnection http ? Optional.of(http) : Optional.empty();
    }
}
