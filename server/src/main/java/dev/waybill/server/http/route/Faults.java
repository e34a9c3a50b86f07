package dev.waybill.server.http.route;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Decides what the sender of a request hears about an exception, and logs those that a human should see.
final class Faults {
    private static final Logger LOG = LoggerFactory.getLogger(Faults.class);

    private final FaultMapping mapping;

    Faults(FaultMapping mapping) {
        this.mapping = mapping;
    }

    Problem problemOf(Throwable fault, String requestId) {
        return switch (fault) {
            case Problem problem -> problem;
            // The thread ends with this request; with its interrupt restored the answer could not
            // be written.
            case InterruptedException _ ->
                    new Problem(ErrorCode.UNAVAILABLE, "The server is stopping");
            default -> mapping.problemOf(fault).orElseGet(() -> internal(fault, requestId));
        };
    }

    private static Problem internal(Throwable fault, String requestId) {
        LOG.error("Request failed", fault);
        return new Problem(
                ErrorCode.INTERNAL_ERROR,
                "Internal error; the server's log has it under request " + requestId);
    }
}
