package dev.waybill.server.http.route;

import java.util.Optional;

/// Names the problem behind an exception of another package; empty when it is a bug.
@FunctionalInterface
public interface FaultMapping {
    Optional<Problem> problemOf(Throwable fault);
}
