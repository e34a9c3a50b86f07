package dev.waybill.server.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads a [Config] from its sources and collects every mistake on the way.
///
/// A value that cannot be read counts as its default until the end, so that one mistake does not hide the next.
public final class ConfigReader {
    private final Map<String, GivenValue> given = new HashMap<>();
    private final List<ConfigFault> faults = new ArrayList<>();

    private ConfigReader() {}

    /// Throws a [ConfigException] with all faults when there are any.
    public static EffectiveConfig read(ConfigSources sources) {
        ConfigReader reader = new ConfigReader();
        sources.file().ifPresent(reader::addFile);
        reader.addEnvironment(sources);
        reader.addFlags(sources);
        Config config = reader.config();
        reader.faults.addAll(ConfigChecks.check(new EffectiveConfig(config, reader.origins())));
        if (!reader.faults.isEmpty()) {
            throw new ConfigException(reader.faults);
        }
        return new EffectiveConfig(config, reader.origins());
    }

    private void addFile(ConfigSources.NamedFile file) {
        TomlFile.Content content = TomlFile.read(file);
        faults.addAll(content.faults());
        List<String> known = Settings.ALL.stream().map(Setting::key).toList();
        Origin origin = new Origin.File(file.path());
        content.values()
                .forEach(
                        (key, text) -> {
                            if (known.contains(key)) {
                                given.put(key, new GivenValue(text, origin));
                            } else {
                                faults.add(unknown(key, origin, "key", known));
                            }
                        });
    }

    private void addEnvironment(ConfigSources sources) {
        List<String> known = new ArrayList<>();
        for (Setting<?> setting : Settings.ALL) {
            String variable = setting.environmentVariable();
            known.add(variable);
            sources.variable(variable)
                    .ifPresent(
                            text ->
                                    given.put(
                                            setting.key(),
                                            new GivenValue(
                                                    text, new Origin.Environment(variable))));
        }
        known.addAll(Settings.OTHER_VARIABLES);
        sources.environment().keySet().stream()
                .filter(name -> name.startsWith("WAYBILL_") && !known.contains(name))
                .sorted()
                .forEach(
                        name ->
                                faults.add(
                                        unknown(
                                                name,
                                                new Origin.Environment(name),
                                                "variable",
                                                known)));
    }

    private void addFlags(ConfigSources sources) {
        for (Setting<?> setting : Settings.ALL) {
            setting.flag()
                    .ifPresent(
                            name -> {
                                String text = sources.flags().get(name);
                                if (text != null) {
                                    given.put(
                                            setting.key(),
                                            new GivenValue(text, new Origin.Flag(name)));
                                }
                            });
        }
    }

    private static ConfigFault unknown(
            String name, Origin origin, String what, Collection<String> known) {
        String hint =
                Spelling.nearest(name, known)
                        .map(near -> "; did you mean " + near + "?")
                        .orElse("");
        return new ConfigFault(name, origin, "there is no such " + what + hint);
    }

    private Map<String, Origin> origins() {
        Map<String, Origin> origins = new HashMap<>();
        given.forEach((key, value) -> origins.put(key, value.origin()));
        return origins;
    }

    private Config config() {
        return new Config(
                server(),
                store(),
                http(),
                tls(),
                access(),
                delivery(),
                files(),
                outbound(),
                push(),
                redaction(),
                new ActionsConfig(value(Settings.ACTION_RULES)),
                network(),
                nats(),
                providers(),
                new UiConfig(value(Settings.UI_ENABLED)),
                log());
    }

    private ServerConfig server() {
        return new ServerConfig(
                value(Settings.HOST),
                value(Settings.PORT),
                value(Settings.DATA),
                value(Settings.WORKER_ID),
                value(Settings.DRAIN_TIMEOUT));
    }

    private StoreConfig store() {
        return new StoreConfig(
                value(Settings.DATABASE),
                value(Settings.READERS),
                value(Settings.WRITE_QUEUE),
                value(Settings.MAX_BATCH),
                value(Settings.WRITE_TIMEOUT),
                value(Settings.READ_TIMEOUT));
    }

    private HttpConfig http() {
        return new HttpConfig(
                value(Settings.MAX_BODY_BYTES),
                value(Settings.MAX_HEADER_BYTES),
                value(Settings.MAX_CONNECTIONS),
                value(Settings.IDLE_TIMEOUT),
                value(Settings.HEADER_TIMEOUT),
                value(Settings.MIN_BYTES_PER_SECOND),
                value(Settings.RATE_LIMIT),
                value(Settings.WRONG_TOKENS));
    }

    private TlsConfig tls() {
        return new TlsConfig(
                valueOrNull(Settings.CERTIFICATE),
                valueOrNull(Settings.KEY),
                value(Settings.RELOAD_INTERVAL));
    }

    private AccessConfig access() {
        return new AccessConfig(valueOrNull(Settings.ADMIN_TOKEN), value(Settings.OPEN_WORKSPACES));
    }

    private DeliveryConfig delivery() {
        return new DeliveryConfig(
                value(Settings.MAILBOX_DEPTH),
                value(Settings.TIME_TO_LIVE),
                value(Settings.WINDOW),
                value(Settings.DEAD_LETTER_RETENTION),
                value(Settings.DEAD_LETTER_LIMIT),
                value(Settings.EVENT_RETENTION),
                value(Settings.ACKED_ITEM_RETENTION),
                value(Settings.INBOX_LIMIT));
    }

    private FilesConfig files() {
        return new FilesConfig(
                value(Settings.MAX_FILE_BYTES), value(Settings.MAX_TOTAL_FILE_BYTES));
    }

    private OutboundConfig outbound() {
        return new OutboundConfig(
                value(OutboundSettings.ALLOWED_NETWORKS),
                value(OutboundSettings.TIMEOUT),
                value(OutboundSettings.GIVE_UP_AFTER),
                value(OutboundSettings.SPACING),
                value(OutboundSettings.LENIENT),
                value(OutboundSettings.RETENTION),
                value(OutboundSettings.MAX_QUEUED));
    }

    private PushConfig push() {
        return new PushConfig(
                value(Settings.PUSH_TIMEOUT),
                value(Settings.PUSH_MAX_ATTEMPTS),
                value(Settings.PUSH_FIRST_RETRY),
                value(Settings.PUSH_LONGEST_RETRY),
                value(Settings.PUSH_FAILURES_TO_REST));
    }

    private RedactionConfig redaction() {
        return new RedactionConfig(
                value(Settings.REDACTION_PATTERNS), value(Settings.REDACTION_WITHOUT));
    }

    private NetworkConfig network() {
        return new NetworkConfig(
                value(NetworkSettings.ENABLED),
                value(NetworkSettings.PROFILE),
                valueOrNull(NetworkSettings.PROTOCOL),
                valueOrNull(NetworkSettings.SUBJECT_PREFIX),
                valueOrNull(NetworkSettings.ROOM_DOMAIN),
                valueOrNull(NetworkSettings.WORKSPACE_ID),
                valueOrNull(NetworkSettings.SECRETS),
                value(NetworkSettings.MAX_PAYLOAD),
                value(NetworkSettings.GREET_INTERVAL),
                value(NetworkSettings.REPLAY_WINDOW),
                value(NetworkSettings.QUEUE_DEPTH),
                value(NetworkSettings.IN_FLIGHT),
                value(NetworkSettings.MAX_LIFETIME),
                value(NetworkSettings.AUTO_ACCEPT),
                value(NetworkSettings.DEFAULT_CHANNEL),
                value(NetworkSettings.AUDIT_RETENTION),
                value(NetworkSettings.RETENTION));
    }

    private NatsConfig nats() {
        return new NatsConfig(
                valueOrNull(NetworkSettings.NATS_URL),
                value(NetworkSettings.NATS_EMBEDDED),
                value(NetworkSettings.NATS_BINARY),
                value(NetworkSettings.NATS_PORT),
                valueOrNull(NetworkSettings.NATS_TOKEN),
                valueOrNull(NetworkSettings.NATS_CREDENTIALS),
                valueOrNull(NetworkSettings.NATS_NKEY),
                valueOrNull(NetworkSettings.NATS_TLS_CA),
                valueOrNull(NetworkSettings.NATS_TLS_CERTIFICATE),
                valueOrNull(NetworkSettings.NATS_TLS_KEY),
                value(NetworkSettings.NATS_JETSTREAM),
                value(NetworkSettings.NATS_STREAM));
    }

    private ProvidersConfig providers() {
        return new ProvidersConfig(
                ProviderSettings.credentials(this::valueOrNull),
                valueOrNull(ProviderSettings.KEY),
                valueOrNull(ProviderSettings.DECLARATIONS),
                value(ProviderSettings.APPROVE_DESTRUCTIVE),
                value(ProviderSettings.RULES),
                valueOrNull(ProviderSettings.WORKSPACES));
    }

    private LogConfig log() {
        return new LogConfig(value(Settings.LOG_FORMAT), value(Settings.LOG_LEVEL));
    }

    private <T> T value(Setting<T> setting) {
        return Objects.requireNonNull(valueOrNull(setting), setting.key());
    }

    private <T> @Nullable T valueOrNull(Setting<T> setting) {
        GivenValue value = given.get(setting.key());
        if (value == null) {
            return setting.in(Config.DEFAULTS);
        }
        Optional<T> parsed = setting.kind().parser().apply(value.text());
        if (parsed.isEmpty()) {
            faults.add(unreadable(setting, value));
            return setting.in(Config.DEFAULTS);
        }
        return parsed.get();
    }

    private static ConfigFault unreadable(Setting<?> setting, GivenValue value) {
        String shown =
                setting.kind().style() == Kind.Style.SENSITIVE
                        ? "the value (not shown)"
                        : "'" + value.text() + "'";
        return new ConfigFault(
                setting.key(), value.origin(), shown + " is not " + setting.accepted());
    }

    private record GivenValue(String text, Origin origin) {}
}
