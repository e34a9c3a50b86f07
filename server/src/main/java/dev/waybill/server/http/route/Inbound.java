package dev.waybill.server.http.route;

import java.io.InputStream;
import java.util.List;

/// What arrived with a request, apart from method and path; keeps the server library out of the routes.
public interface Inbound {
    String requestId();

    /// The address the request came from.
    String sender();

    /// Every value of a header, in order; the name is taken in any case.
    List<String> headers(String name);

    /// Every value of a query parameter, in order.
    List<String> query(String name);

    /// The whole body; empty when there is none, or when it is a stream.
    byte[] body();

    /// The body as it comes; only where the route takes a stream.
    InputStream stream();

    /// Whether the sender still waits for its answer and the server goes on; for those who take their time with it.
    boolean wanted();

    /// How the sender addressed the server, such as `https://relay.example:7717`.
    String origin();
}
