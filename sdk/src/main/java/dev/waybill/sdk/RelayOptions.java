package dev.waybill.sdk;

import java.time.Duration;

/// How patient a client is, and what it is called.
///
/// ```java
/// RelayOptions hurried = RelayOptions.DEFAULTS.withRequestTimeout(Duration.ofSeconds(5));
/// ```
///
/// @param connectTimeout how long one attempt to connect may take
/// @param requestTimeout how long a call waits for its answer, through as many reconnects as that takes
/// @param heartbeat how often the server is told, and asked, whether both are there; after two and a half of silence the
///     connection counts as lost
/// @param shortestPause how long the first pause before another attempt to connect is, give or take half of it
/// @param longestPause what the pauses grow to, doubling each time
/// @param agentName the agent behind [Relay#actions] and [Relay#notify(String)], `relay` unless said otherwise. Each program of a
///     workspace that uses these needs a name of its own: whoever registers an agent takes it from the one before
public record RelayOptions(
        Duration connectTimeout,
        Duration requestTimeout,
        Duration heartbeat,
        Duration shortestPause,
        Duration longestPause,
        String agentName) {
    public static final RelayOptions DEFAULTS =
            new RelayOptions(
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(5),
                    Duration.ofMillis(250),
                    Duration.ofSeconds(30),
                    "relay");

    public RelayOptions {
        positive("connectTimeout", connectTimeout);
        positive("requestTimeout", requestTimeout);
        positive("heartbeat", heartbeat);
        positive("shortestPause", shortestPause);
        if (longestPause.compareTo(shortestPause) < 0) {
            throw new IllegalArgumentException(
                    "longestPause " + longestPause + " is shorter than " + shortestPause);
        }
        if (agentName.isBlank()) {
            throw new IllegalArgumentException("agentName is blank");
        }
    }

    public RelayOptions withRequestTimeout(Duration timeout) {
        return new RelayOptions(
                connectTimeout, timeout, heartbeat, shortestPause, longestPause, agentName);
    }

    public RelayOptions withHeartbeat(Duration every) {
        return new RelayOptions(
                connectTimeout, requestTimeout, every, shortestPause, longestPause, agentName);
    }

    public RelayOptions withPauses(Duration shortest, Duration longest) {
        return new RelayOptions(
                connectTimeout, requestTimeout, heartbeat, shortest, longest, agentName);
    }

    public RelayOptions withAgentName(String name) {
        return new RelayOptions(
                connectTimeout, requestTimeout, heartbeat, shortestPause, longestPause, name);
    }

    /// Whoever has said nothing for so long is gone.
    Duration silence() {
        return heartbeat.multipliedBy(5).dividedBy(2);
    }

    private static void positive(String what, Duration value) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException(what + " is not positive: " + value);
        }
    }
}
