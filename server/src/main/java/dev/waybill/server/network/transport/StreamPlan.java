package dev.waybill.server.network.transport;

import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
    static final int STREAM_NOT_FOUND = 10059;

    private static final Logger LOG = LoggerFactory.getLogger(StreamPlan.class);
    private static final int NOT_FOUND = 404;
    private static final long MAX_BYTES = 1024L * 1024 * 1024;
    private static final long UNLIMITED = -1;
    private static final Set<Integer> SHORTAGES = Set.of(10002, 10023, 10047, 10122);
    private static final Map<Integer, String> WORDS =
            Map.of(
                    10002, "the account has no room left",
                    10023, "the broker has not enough resources",
                    10026, "there are as many consumers as the broker permits",
                    10027, "there are as many streams as the broker permits",
                    10039, "JetStream is off for this account",
                    10047, "the broker has not enough storage",
                    10065, "another stream has its subjects",
                    10076, "JetStream is off",
                    10113, "the account asks for streams of a limited size",
                    10122, "the account permits only smaller streams");
    private static final Duration TWICE = Duration.ofMinutes(5);

    /// Makes the stream if it is not there. One that is there is used as it is: it is its owner's.
    void ensure(JetStreamManagement management) throws IOException, JetStreamApiException {
        try {
            management.getStreamInfo(name);
        } catch (JetStreamApiException e) {
            if (e.getErrorCode() != NOT_FOUND) {
                throw e;
            }
            add(management);
        }
    }

    /// A broker that cannot set so much aside may still have room for what comes.
    private void add(JetStreamManagement management) throws IOException, JetStreamApiException {
        try {
            management.addStream(configuration(MAX_BYTES));
        } catch (JetStreamApiException large) {
            if (!SHORTAGES.contains(large.getApiErrorCode())) {
                throw large;
            }
            try {
                management.addStream(configuration(UNLIMITED));
            } catch (JetStreamApiException any) {
                large.addSuppressed(any);
                throw large;
            }
            LOG.atWarn()
                    .addKeyValue("stream", name)
                    .addKeyValue("reason", words(large))
                    .log("The stream has no size limit of its own, the broker cannot set it aside");
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
                ? WORDS.getOrDefault(
                        api.getApiErrorCode(), "JetStream error " + api.getApiErrorCode())
                : cause.getClass().getSimpleName();
    }

    private StreamConfiguration configuration(long maxBytes) {
        return StreamConfiguration.builder()
                .name(name)
                .subjects(prefix + ".>")
                .storageType(StorageType.File)
                .retentionPolicy(RetentionPolicy.Limits)
                .discardPolicy(DiscardPolicy.Old)
                .maxAge(keep)
                .maxBytes(maxBytes)
                .maximumMessageSize(maxPayload + StreamSession.HEADROOM)
                .duplicateWindow(keep.compareTo(TWICE) < 0 ? keep : TWICE)
                .build();
    }
}
