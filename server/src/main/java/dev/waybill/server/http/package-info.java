/// The HTTP edge: connections, limits, envelopes, request ids, measurements, and the routes that operators use.
///
/// Gives every request to the [dev.waybill.server.http.route.RouteTable] it was handed and turns what comes back into
/// bytes. Knows Jetty; knows nothing of what the routes do.
@NullMarked
package dev.waybill.server.http;

import org.jspecify.annotations.NullMarked;
