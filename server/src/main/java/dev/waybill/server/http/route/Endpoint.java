package dev.waybill.server.http.route;

/// The code behind a route.
@FunctionalInterface
public interface Endpoint {
    /// Answers the call, or throws a [Problem] that says why not.
    Answer handle(Call call) throws InterruptedException;
}
