package dev.waybill.server.network.transport;

import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.time.Duration;

/// The stream that payloads go through: its name and subjects, how long it keeps them, and how consumers of it are named.
///
/// @param server names this server where a subscription has no group, also after a restart
/// @param ackWait how long a payload that was brought may not be taken before it is brought again
/// @param keep how long a payload waits for whoever is down; one away for longer begins anew
record StreamPlan(
        String name,
        String prefix,
        String server,
        int maxPayload,
        Duration ackWait,
        Duration keep) {
    private static final int NOT_FOUND = 404;
    private static final long MAX_BYTES = 1024L * 1024 * 1024;
    private static final Duration TWICE = Duration.ofMinutes(5);

    /// Makes the stream if it is not there. One that is there is used as it is: it is its owner's.
    void ensure(JetStreamManagement management) throws IOException, JetStreamApiException {
        try {
            management.getStreamInfo(name);
        } catch (JetStreamApiException e) {
            if (e.getErrorCode() != NOT_FOUND) {
                throw e;
            }
            management.addStream(configuration());
        }
    }

    String consumer(Hearing hearing) {
        String group = hearing.group();
        return group == null
                ? Names.of("server", server, hearing.subject())
                : Names.of("group", group, hearing.subject());
    }

    static String words(Exception e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return cause instanceof JetStreamApiException api
                ? "JetStream error " + api.getApiErrorCode()
                : cause.getClass().getSimpleName();
    }

    private StreamConfiguration configuration() {
        return StreamConfiguration.builder()
                .name(name)
                .subjects(prefix + ".>")
                .storageType(StorageType.File)
                .retentionPolicy(RetentionPolicy.Limits)
                .discardPolicy(DiscardPolicy.Old)
                .maxAge(keep)
                .maxBytes(MAX_BYTES)
                .maximumMessageSize(maxPayload + StreamSession.HEADROOM)
                .duplicateWindow(keep.compareTo(TWICE) < 0 ? keep : TWICE)
                .build();
    }
}
