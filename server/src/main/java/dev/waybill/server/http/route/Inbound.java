package dev.waybill.server.http.route;

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

    /// The whole body; empty when there is none.
    byte[] body();
}
