package dev.waybill.server.network.transport;

import io.nats.client.Connection;
import io.nats.client.Consumer;
import io.nats.client.ErrorListener;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.support.Status;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Counts what the NATS client complains about and says it in words of our own: those of the broker may repeat what others
/// wrote.
final class NatsTroubles implements ErrorListener {
    private static final Logger LOG = LoggerFactory.getLogger(NatsTroubles.class);

    private static final Map<String, String> KINDS =
            Map.of(
                    "permissions violation for publish", "publish-denied",
                    "permissions violation for subscription", "subscription-denied",
                    "authorization violation", "sign-in-refused",
                    "user authentication expired", "sign-in-expired",
                    "user authentication revoked", "sign-in-revoked",
                    "maximum payload", "payload-too-large",
                    "maximum connections", "too-many-connections",
                    "maximum subscriptions", "too-many-subscriptions",
                    "stale connection", "stale-connection");

    private final Traffic traffic;
    private volatile @Nullable String last;

    NatsTroubles(Traffic traffic) {
        this.traffic = traffic;
    }

    /// Why the last attempt to connect came to nothing, if the client has said so.
    @Nullable String last() {
        return last;
    }

    void forget() {
        last = null;
    }

    static String kind(String error) {
        String text = error.toLowerCase(Locale.ROOT);
        return KINDS.entrySet().stream()
                .filter(known -> text.contains(known.getKey()))
                .map(Map.Entry::getValue)
                .findAny()
                .orElse("other");
    }

    @Override
    public void errorOccurred(Connection connection, String error) {
        String kind = kind(error);
        last = "the broker says: " + kind;
        complain(kind, "The broker complains");
    }

    @Override
    public void exceptionOccurred(Connection connection, Exception exception) {
        String words = words(exception);
        if (words != null) {
            last = words;
        }
        traffic.trouble("connection");
        LOG.debug("The NATS client met a {}", exception.getClass().getName());
    }

    @Override
    public void slowConsumerDetected(Connection connection, Consumer consumer) {
        traffic.dropped();
        complain("slow-consumer", "Payloads come faster than they are put in their lanes");
    }

    @Override
    public void messageDiscarded(Connection connection, Message message) {
        complain("outgoing-discarded", "A payload did not leave");
    }

    @Override
    public void heartbeatAlarm(
            Connection connection, JetStreamSubscription subscription, long last, long expected) {
        complain("heartbeat", "A consumer has fallen silent");
    }

    @Override
    public void unhandledStatus(
            Connection connection, JetStreamSubscription subscription, Status status) {
        complain("status", "A consumer has told something unexpected");
    }

    @Override
    public void socketWriteTimeout(Connection connection) {
        last = "the broker does not read";
        complain("write-timeout", "The broker does not read");
    }

    private void complain(String kind, String what) {
        traffic.trouble(kind);
        LOG.atWarn().addKeyValue("kind", kind).log(what);
    }

    private static @Nullable String words(Throwable problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            switch (cause) {
                case SSLException _ -> {
                    return "TLS failed: the certificates do not fit, or the broker has none";
                }
                case ConnectException _ -> {
                    return "nobody listens there";
                }
                case UnknownHostException _ -> {
                    return "the host is not known";
                }
                case TimeoutException _, SocketTimeoutException _ -> {
                    return "no answer in time";
                }
                default -> {}
            }
        }
        return null;
    }
}
