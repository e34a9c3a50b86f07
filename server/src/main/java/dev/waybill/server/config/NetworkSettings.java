package dev.waybill.server.config;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import dev.waybill.protocol.network.ProfileName;
import dev.waybill.protocol.network.Secrets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The part of the table that is about the agent network and the broker under it.
final class NetworkSettings {
    static final Setting<Boolean> ENABLED =
            network(
                    "enabled",
                    Kind.truth(),
                    NetworkConfig::enabled,
                    "Whether agents may talk to peers that others run.");
    static final Setting<ProfileName> PROFILE =
            network(
                    "profile",
                    Kind.oneOf(ProfileName.values()),
                    NetworkConfig::profile,
                    "Which revision of the wire is spoken.");
    static final Setting<String> PROTOCOL =
            network(
                    "protocol",
                    Kind.like("[!-~]{1,64}", "a name such as agh-network/v0"),
                    NetworkConfig::protocol,
                    "What the protocol calls itself in every message, where that is not agh-network/v0.");
    static final Setting<String> SUBJECT_PREFIX =
            network(
                    "subject-prefix",
                    Kind.like("[\\w-]+(\\.[\\w-]+)*", "words with dots between them"),
                    NetworkConfig::subjectPrefix,
                    "What subjects begin with, where that is not agh.network.v0.");
    static final Setting<String> ROOM_DOMAIN =
            network(
                    "room-domain",
                    Kind.like("[!-~]{1,64}", "a name such as agh-network/direct-room/v1"),
                    NetworkConfig::roomDomain,
                    "What the names of direct rooms are hashed under, where that is not the profile's own.");
    static final Setting<String> WORKSPACE_ID =
            network(
                    "workspace-id",
                    Kind.like("[\\w-]{1,128}", "letters, digits, _ and -"),
                    NetworkConfig::workspaceId,
                    "What every workspace is called in the workspace profile; without it, each by its own id.");
    static final Setting<Secrets> SECRETS =
            network(
                    "secrets",
                    Kind.oneOf(Secrets.values()),
                    NetworkConfig::secrets,
                    "What becomes of messages that seem to hold a secret; usually redact, in the workspace profile refuse.");
    static final Setting<Integer> MAX_PAYLOAD =
            network(
                    "max-payload",
                    Kind.bytes(1 << 10, 8 << 20),
                    NetworkConfig::maxPayload,
                    "The largest message that is sent or taken.");
    static final Setting<Duration> GREET_INTERVAL =
            network(
                    "greet-interval",
                    Kind.duration(ofSeconds(1), ofMinutes(10)),
                    NetworkConfig::greetInterval,
                    "How often the peers here show themselves; others are gone after twice as long without a word.");
    static final Setting<Duration> REPLAY_WINDOW =
            network(
                    "replay-window",
                    Kind.duration(ofSeconds(1), ofDays(1)),
                    NetworkConfig::replayWindow,
                    "How old a message without an end of its own may be, and how far ahead its clock.");
    static final Setting<Integer> QUEUE_DEPTH =
            network(
                    "queue-depth",
                    Kind.integer(1, 1_000_000),
                    NetworkConfig::queueDepth,
                    "How many messages of the network may wait for one session; beyond, the oldest is dropped and told of.");
    static final Setting<Integer> IN_FLIGHT =
            network(
                    "in-flight",
                    Kind.integer(1, 10_000),
                    NetworkConfig::inFlight,
                    "How many messages of the network a session is given before it has acknowledged the first.");
    static final Setting<Duration> MAX_LIFETIME =
            network(
                    "max-lifetime",
                    Kind.duration(ofSeconds(1), ofDays(365)),
                    NetworkConfig::maxLifetime,
                    "How far ahead the end of a message may be; what would live longer is refused.");
    static final Setting<List<String>> AUTO_ACCEPT =
            network(
                    "auto-accept",
                    Kind.words("channels with commas between them, or * for all"),
                    NetworkConfig::autoAccept,
                    "The channels in which directed work is answered with an accepted receipt without asking the agent.");
    static final Setting<String> DEFAULT_CHANNEL =
            network(
                    "default-channel",
                    Kind.like("[a-z0-9][a-z0-9_-]{0,63}", "a channel's name"),
                    NetworkConfig::defaultChannel,
                    "The channel that is joined when none is named.");
    static final Setting<Duration> AUDIT_RETENTION =
            network(
                    "audit-retention",
                    Kind.duration(ofMinutes(1), ofDays(3650)),
                    NetworkConfig::auditRetention,
                    "How long it is kept what was sent, received, rejected and delivered.");
    static final Setting<Duration> RETENTION =
            network(
                    "retention",
                    Kind.duration(Duration.ZERO, ofDays(3650)),
                    NetworkConfig::retention,
                    "How long messages, threads, direct rooms and work that has ended are kept, but for no less than network.max-lifetime; 0s keeps them for ever.");

    static final Setting<String> NATS_URL =
            nats(
                    "url",
                    NatsUrl.kind(),
                    NatsConfig::url,
                    "The NATS servers that carry the network; without any, only agents of this server hear each other.");
    static final Setting<Boolean> NATS_EMBEDDED =
            nats(
                    "embedded",
                    Kind.truth(),
                    NatsConfig::embedded,
                    "Whether a NATS server is started beside this one, on 127.0.0.1.");
    static final Setting<String> NATS_BINARY =
            nats(
                    "binary",
                    Kind.like(".+", "a command or a path"),
                    NatsConfig::binary,
                    "What is started then.");
    static final Setting<Integer> NATS_PORT =
            nats(
                    "port",
                    Kind.integer(-1, 65_535),
                    NatsConfig::port,
                    "The port it listens on; -1 takes any free one.");
    static final Setting<String> NATS_TOKEN =
            nats(
                    "token",
                    Kind.secret(1),
                    NatsConfig::token,
                    "The token to sign in to the NATS servers with.");
    static final Setting<Path> NATS_CREDENTIALS =
            nats(
                    "credentials",
                    Kind.path(),
                    NatsConfig::credentials,
                    "A credentials file to sign in with.");
    static final Setting<Path> NATS_NKEY =
            nats(
                    "nkey",
                    Kind.path(),
                    NatsConfig::nkey,
                    "A file with an nkey seed to sign in with.");
    static final Setting<Path> NATS_TLS_CA =
            nats(
                    "tls-ca",
                    Kind.path(),
                    NatsConfig::tlsCa,
                    "The certificates that sign those of the NATS servers, a PEM file.");
    static final Setting<Path> NATS_TLS_CERTIFICATE =
            nats(
                    "tls-certificate",
                    Kind.path(),
                    NatsConfig::tlsCertificate,
                    "The certificate to show to the NATS servers, a PEM file.");
    static final Setting<Path> NATS_TLS_KEY =
            nats(
                    "tls-key",
                    Kind.path(),
                    NatsConfig::tlsKey,
                    "The private key of that certificate, a PEM file.");
    static final Setting<Boolean> NATS_JETSTREAM =
            nats(
                    "jetstream",
                    Kind.truth(),
                    NatsConfig::jetstream,
                    "Whether messages go through a JetStream stream, so that those sent while this server was down arrive later.");
    static final Setting<String> NATS_STREAM =
            nats(
                    "stream",
                    Kind.like("[\\w-]{1,64}", "letters, digits, _ and -"),
                    NatsConfig::stream,
                    "The name of that stream; it is made if it is not there.");

    static final List<Setting<?>> ALL =
            List.of(
                    ENABLED,
                    PROFILE,
                    PROTOCOL,
                    SUBJECT_PREFIX,
                    ROOM_DOMAIN,
                    WORKSPACE_ID,
                    SECRETS,
                    MAX_PAYLOAD,
                    GREET_INTERVAL,
                    REPLAY_WINDOW,
                    QUEUE_DEPTH,
                    IN_FLIGHT,
                    MAX_LIFETIME,
                    AUTO_ACCEPT,
                    DEFAULT_CHANNEL,
                    AUDIT_RETENTION,
                    RETENTION,
                    NATS_URL,
                    NATS_EMBEDDED,
                    NATS_BINARY,
                    NATS_PORT,
                    NATS_TOKEN,
                    NATS_CREDENTIALS,
                    NATS_NKEY,
                    NATS_TLS_CA,
                    NATS_TLS_CERTIFICATE,
                    NATS_TLS_KEY,
                    NATS_JETSTREAM,
                    NATS_STREAM);

    private NetworkSettings() {}

    /// Finds the value inside one part of the configuration.
    private interface Part<C, T> {
        @Nullable T of(C part);
    }

    private static <T> Setting<T> network(
            String key, Kind<T> kind, Part<NetworkConfig, T> part, String sentence) {
        return Setting.of("network." + key, kind, config -> part.of(config.network()), sentence);
    }

    private static <T> Setting<T> nats(
            String key, Kind<T> kind, Part<NatsConfig, T> part, String sentence) {
        return Setting.of("nats." + key, kind, config -> part.of(config.nats()), sentence);
    }
}
