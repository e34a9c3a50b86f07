package dev.waybill.server.http.route;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Notices endpoints that fail with a code their contract does not name, once for each, so that the documentation does
/// not fall behind.
final class Promises {
    private static final Logger LOG = LoggerFactory.getLogger(Promises.class);

    private final Set<Broken> reported = ConcurrentHashMap.newKeySet();

    private record Broken(String route, ErrorCode code) {}

    void check(Route route, ErrorCode code) {
        if (!route.possibleErrors().contains(code)
                && reported.add(new Broken(route.toString(), code))) {
            LOG.atError()
                    .addKeyValue("route", route)
                    .addKeyValue("code", code.wire())
                    .log("A route answers with an error it does not document");
        }
    }
}
