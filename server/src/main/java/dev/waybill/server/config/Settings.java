package dev.waybill.server.config;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.server.policy.PolicyRule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The table of everything an operator may set. Reading, the reference in `docs/configuration.md` and the help of the
/// command line all follow it.
public final class Settings {
    static final Setting<String> HOST =
            Setting.of(
                            "server.host",
                            Kind.host(),
                            config -> config.server().host(),
                            "The address to listen on.")
                    .withFlag("--host");
    static final Setting<Integer> PORT =
            Setting.of(
                            "server.port",
                            Kind.integer(0, 65_535),
                            config -> config.server().port(),
                            "The port to listen on; 0 takes any free one.")
                    .withFlag("--port");
    static final Setting<Path> DATA =
            Setting.of(
                            "server.data",
                            Kind.path(),
                            config -> config.server().data(),
                            "The folder that holds the keys and, unless PostgreSQL does, the data.")
                    .withFlag("--data");
    static final Setting<Integer> WORKER_ID =
            Setting.of(
                    "server.worker-id",
                    Kind.integer(0, Snowflakes.MAX_WORKER),
                    config -> config.server().workerId(),
                    "The number of this server among those that share a database; no two may have the same.");
    static final Setting<Duration> DRAIN_TIMEOUT =
            Setting.of(
                    "server.drain-timeout",
                    Kind.duration(ofMillis(0), ofHours(1)),
                    config -> config.server().drainTimeout(),
                    "How long requests in flight may take to finish once the server is told to stop.");

    static final Setting<DatabaseTarget> DATABASE =
            Setting.of(
                            "store.database",
                            Kind.database(),
                            config -> config.store().database(),
                            "Where the data is kept: a file in the data folder, or a PostgreSQL server.")
                    .withFlag("--database");
    static final Setting<Integer> READERS =
            Setting.of(
                    "store.readers",
                    Kind.integer(1, 64),
                    config -> config.store().readers(),
                    "How many database connections serve reads.");
    static final Setting<Integer> WRITE_QUEUE =
            Setting.of(
                    "store.write-queue",
                    Kind.integer(1, 1_000_000),
                    config -> config.store().writeQueue(),
                    "How many writes may wait for their turn; more wait for a place until store.write-timeout and are then refused.");
    static final Setting<Integer> MAX_BATCH =
            Setting.of(
                    "store.max-batch",
                    Kind.integer(1, 100_000),
                    config -> config.store().maxBatch(),
                    "How many waiting writes may share one commit.");
    static final Setting<Duration> WRITE_TIMEOUT =
            Setting.of(
                    "store.write-timeout",
                    Kind.duration(ofMillis(100), ofMinutes(10)),
                    config -> config.store().writeTimeout(),
                    "How long a write may take, its wait in the queue included.");
    static final Setting<Duration> READ_TIMEOUT =
            Setting.of(
                    "store.read-timeout",
                    Kind.duration(ofMillis(100), ofMinutes(10)),
                    config -> config.store().readTimeout(),
                    "How long a read may take, its wait for a connection included.");

    static final Setting<Integer> MAX_BODY_BYTES =
            Setting.of(
                    "http.max-body-bytes",
                    Kind.bytes(1 << 10, 64 << 20),
                    config -> config.http().maxBodyBytes(),
                    "The largest request body that is accepted.");
    static final Setting<Integer> MAX_HEADER_BYTES =
            Setting.of(
                    "http.max-header-bytes",
                    Kind.bytes(1 << 10, 1 << 20),
                    config -> config.http().maxHeaderBytes(),
                    "The largest request header that is accepted.");
    static final Setting<Integer> MAX_CONNECTIONS =
            Setting.of(
                    "http.max-connections",
                    Kind.integer(1, 1_000_000),
                    config -> config.http().maxConnections(),
                    "How many connections may be open at once; more are not accepted until one is closed.");
    static final Setting<Duration> IDLE_TIMEOUT =
            Setting.of(
                    "http.idle-timeout",
                    Kind.duration(ofSeconds(1), ofHours(1)),
                    config -> config.http().idleTimeout(),
                    "How long a connection may be silent before it is closed.");
    static final Setting<Duration> HEADER_TIMEOUT =
            Setting.of(
                    "http.header-timeout",
                    Kind.duration(ofMillis(100), ofMinutes(5)),
                    config -> config.http().headerTimeout(),
                    "How long a client may take for a TLS handshake or a request's header, and for a body before its speed counts.");
    static final Setting<Integer> MIN_BYTES_PER_SECOND =
            Setting.of(
                    "http.min-bytes-per-second",
                    Kind.integer(0, 1 << 20),
                    config -> config.http().minBytesPerSecond(),
                    "How many bytes a second of a body a client has to send at least; 0 sets no limit.");

    static final Setting<Integer> RATE_LIMIT =
            Setting.of(
                    "http.rate-limit",
                    Kind.integer(1, 100_000_000),
                    config -> config.http().rateLimit(),
                    "How many requests a workspace may make each minute; more are refused until the next one.");
    static final Setting<Integer> WRONG_TOKENS =
            Setting.of(
                    "http.wrong-tokens",
                    Kind.integer(1, 100_000_000),
                    config -> config.http().wrongTokens(),
                    "How many wrong tokens an address may show each minute before it is told to wait; good ones are let in all the time.");

    static final Setting<Path> CERTIFICATE =
            Setting.of(
                    "tls.certificate",
                    Kind.path(),
                    config -> config.tls().certificate(),
                    "The certificate chain, a PEM file; with it the server speaks HTTPS.");
    static final Setting<Path> KEY =
            Setting.of(
                    "tls.key",
                    Kind.path(),
                    config -> config.tls().key(),
                    "The private key of the certificate, a PEM file.");
    static final Setting<Duration> RELOAD_INTERVAL =
            Setting.of(
                    "tls.reload-interval",
                    Kind.duration(ofSeconds(1), ofDays(1)),
                    config -> config.tls().reloadInterval(),
                    "How often the two files are looked at for a renewed certificate.");

    static final Setting<String> ADMIN_TOKEN =
            Setting.of(
                    "access.admin-token",
                    Kind.secret(16),
                    config -> config.access().adminToken(),
                    "The token that may create workspaces when the server listens beyond this machine.");
    static final Setting<Boolean> OPEN_WORKSPACES =
            Setting.of(
                    "access.open-workspaces",
                    Kind.truth(),
                    config -> config.access().openWorkspaces(),
                    "Whether anyone who reaches the server may create workspaces, as on a loopback address anyone may.");

    static final Setting<Integer> MAILBOX_DEPTH =
            Setting.of(
                    "delivery.mailbox-depth",
                    Kind.integer(1, 10_000_000),
                    config -> config.delivery().mailboxDepth(),
                    "How many deliveries may wait for one agent; the sender is told of those beyond.");
    static final Setting<Duration> TIME_TO_LIVE =
            Setting.of(
                    "delivery.time-to-live",
                    Kind.duration(ofSeconds(1), ofDays(365)),
                    config -> config.delivery().timeToLive(),
                    "How long a delivery may wait before it is given up and the sender told.");
    static final Setting<Integer> WINDOW =
            Setting.of(
                    "delivery.window",
                    Kind.integer(1, 65_536),
                    config -> config.delivery().window(),
                    "How many deliveries of one agent may be on their way without an acknowledgement.");

    static final Setting<Duration> DEAD_LETTER_RETENTION =
            Setting.of(
                    "delivery.dead-letter-retention",
                    Kind.duration(ofMinutes(1), ofDays(365)),
                    config -> config.delivery().deadLetterRetention(),
                    "How long a delivery that was given up is kept, to be looked at and sent again.");
    static final Setting<Integer> DEAD_LETTER_LIMIT =
            Setting.of(
                    "delivery.dead-letter-limit",
                    Kind.integer(1, 10_000_000),
                    config -> config.delivery().deadLetterLimit(),
                    "How many of those are kept for one workspace; beyond, the oldest are forgotten.");
    static final Setting<Duration> EVENT_RETENTION =
            Setting.of(
                    "delivery.event-retention",
                    Kind.duration(ofMinutes(1), ofDays(3650)),
                    config -> config.delivery().eventRetention(),
                    "How long events of sources are kept, for subscriptions that begin earlier and to know copies.");
    static final Setting<Duration> ACKED_ITEM_RETENTION =
            Setting.of(
                    "delivery.acked-item-retention",
                    Kind.duration(ofMinutes(1), ofDays(365)),
                    config -> config.delivery().ackedItemRetention(),
                    "How long an inbox item is kept after its agent has dealt with it.");

    static final Setting<Integer> INBOX_LIMIT =
            Setting.of(
                    "delivery.inbox-limit",
                    Kind.integer(100, 10_000_000),
                    config -> config.delivery().inboxLimit(),
                    "How many items may wait in one agent's inbox of events; beyond, the oldest are given up.");

    static final Setting<Long> MAX_FILE_BYTES =
            Setting.of(
                    "files.max-bytes",
                    Kind.size(1 << 10, 1L << 40),
                    config -> config.files().maxBytes(),
                    "The largest file that may be uploaded.");
    static final Setting<Long> MAX_TOTAL_FILE_BYTES =
            Setting.of(
                    "files.max-total-bytes",
                    Kind.size(1 << 10, 1L << 43),
                    config -> config.files().maxTotalBytes(),
                    "How much the files of one workspace may hold together.");

    static final Setting<Duration> PUSH_TIMEOUT =
            Setting.of(
                    "push.timeout",
                    Kind.duration(ofMillis(100), ofMinutes(1)),
                    config -> config.push().timeout(),
                    "How long posting one delivery to an http_push node may take, the answer included.");
    static final Setting<Integer> PUSH_MAX_ATTEMPTS =
            Setting.of(
                    "push.max-attempts",
                    Kind.integer(1, 1000),
                    config -> config.push().maxAttempts(),
                    "How often a delivery is posted before it is given up and the sender told.");
    static final Setting<Duration> PUSH_FIRST_RETRY =
            Setting.of(
                    "push.first-retry",
                    Kind.duration(ofMillis(10), ofMinutes(10)),
                    config -> config.push().firstRetry(),
                    "About how long after the first failure a delivery is posted again; twice as long each time after.");
    static final Setting<Duration> PUSH_LONGEST_RETRY =
            Setting.of(
                    "push.longest-retry",
                    Kind.duration(ofMillis(10), ofDays(1)),
                    config -> config.push().longestRetry(),
                    "About the longest time between two attempts, and between two looks at an address that fails.");
    static final Setting<Integer> PUSH_FAILURES_TO_REST =
            Setting.of(
                    "push.failures-to-rest",
                    Kind.integer(1, 1000),
                    config -> config.push().failuresToRest(),
                    "After so many failures in a row an address is left alone for a while, then tried with one delivery.");
    static final Setting<List<String>> REDACTION_PATTERNS =
            Setting.of(
                    "redaction.patterns",
                    Kind.lines("regular expressions in RE2 syntax, one on each line"),
                    config -> config.redaction().patterns(),
                    "What else is a secret in what sessions report; where an expression has a group, the group is.");
    static final Setting<List<String>> REDACTION_WITHOUT =
            Setting.of(
                    "redaction.without",
                    Kind.words(
                            "names of built-in patterns with commas between them, such as jwt, assignment"),
                    config -> config.redaction().without(),
                    "The built-in patterns that are switched off.");
    static final Setting<List<String>> ACTION_RULES =
            Setting.of(
                    "actions.rules",
                    Kind.lines("rules, one on each line: " + PolicyRule.FORM),
                    config -> config.actions().rules(),
                    "Which calls of actions are denied. The first rule that concerns a call decides; without one it is allowed.");

    static final Setting<Boolean> UI_ENABLED =
            Setting.of(
                    "ui.enabled",
                    Kind.truth(),
                    config -> config.ui().enabled(),
                    "Whether the operator's page is served at /. It has no rights of its own: whoever opens it signs in with a token.");

    static final Setting<LogConfig.Format> LOG_FORMAT =
            Setting.of(
                    "log.format",
                    Kind.oneOf(LogConfig.Format.values()),
                    config -> config.log().format(),
                    "Text for people, or JSON lines for collectors.");
    static final Setting<LogConfig.Level> LOG_LEVEL =
            Setting.of(
                    "log.level",
                    Kind.oneOf(LogConfig.Level.values()),
                    config -> config.log().level(),
                    "The least severe level that is written.");

    private static final List<Setting<?>> CORE =
            List.of(
                    HOST,
                    PORT,
                    DATA,
                    WORKER_ID,
                    DRAIN_TIMEOUT,
                    DATABASE,
                    READERS,
                    WRITE_QUEUE,
                    MAX_BATCH,
                    WRITE_TIMEOUT,
                    READ_TIMEOUT,
                    MAX_BODY_BYTES,
                    MAX_HEADER_BYTES,
                    MAX_CONNECTIONS,
                    IDLE_TIMEOUT,
                    HEADER_TIMEOUT,
                    MIN_BYTES_PER_SECOND,
                    RATE_LIMIT,
                    WRONG_TOKENS,
                    CERTIFICATE,
                    KEY,
                    RELOAD_INTERVAL,
                    ADMIN_TOKEN,
                    OPEN_WORKSPACES,
                    MAILBOX_DEPTH,
                    TIME_TO_LIVE,
                    WINDOW,
                    DEAD_LETTER_RETENTION,
                    DEAD_LETTER_LIMIT,
                    EVENT_RETENTION,
                    ACKED_ITEM_RETENTION,
                    INBOX_LIMIT,
                    MAX_FILE_BYTES,
                    MAX_TOTAL_FILE_BYTES);

    private static final List<Setting<?>> REST =
            List.of(
                    PUSH_TIMEOUT,
                    PUSH_MAX_ATTEMPTS,
                    PUSH_FIRST_RETRY,
                    PUSH_LONGEST_RETRY,
                    PUSH_FAILURES_TO_REST,
                    REDACTION_PATTERNS,
                    REDACTION_WITHOUT,
                    ACTION_RULES);

    private static final List<Setting<?>> LAST = List.of(UI_ENABLED, LOG_FORMAT, LOG_LEVEL);

    public static final List<Setting<?>> ALL =
            Stream.of(
                            CORE,
                            OutboundSettings.ALL,
                            REST,
                            NetworkSettings.ALL,
                            ProviderSettings.ALL,
                            LAST)
                    .flatMap(List::stream)
                    .toList();

    /// Variables of ours that the server does not read: the launcher and the client commands do.
    static final Set<String> OTHER_VARIABLES =
            Set.of(
                    ConfigSources.FILE_VARIABLE,
                    "WAYBILL_URL",
                    "WAYBILL_KEY",
                    "WAYBILL_TOKEN",
                    "WAYBILL_PROFILE",
                    "WAYBILL_JAVA_OPTS",
                    "WAYBILL_HOME");

    private Settings() {}
}
