package dev.waybill.server.config;

import dev.waybill.server.policy.OutboundRule;
import dev.waybill.server.policy.PolicyRule;
import dev.waybill.server.redact.KnownSecret;
import dev.waybill.server.redact.Redactor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What has to hold between several values, or between a value and the machine.
final class ConfigChecks {
    private final EffectiveConfig effective;
    private final List<ConfigFault> faults = new ArrayList<>();

    private ConfigChecks(EffectiveConfig effective) {
        this.effective = effective;
    }

    static List<ConfigFault> check(EffectiveConfig effective) {
        ConfigChecks checks = new ConfigChecks(effective);
        Config config = effective.config();
        checks.dataIsAFolder(config.server().data());
        checks.tlsIsWhole(config.tls());
        checks.isReadable(Settings.CERTIFICATE, config.tls().certificate());
        checks.isReadable(Settings.KEY, config.tls().key());
        checks.natsIsWhole(config.nats());
        checks.redactionIsUsable(config.redaction());
        checks.areUsable(Settings.ACTION_RULES, config.actions().rules(), PolicyRule::parse);
        checks.areUsable(ProviderSettings.RULES, config.providers().rules(), OutboundRule::parse);
        checks.isReadable(ProviderSettings.DECLARATIONS, config.providers().declarations());
        return checks.faults;
    }

    private void dataIsAFolder(Path data) {
        if (Files.exists(data) && !Files.isDirectory(data)) {
            add(Settings.DATA, "'" + data + "' is not a folder");
        }
    }

    private void tlsIsWhole(TlsConfig tls) {
        if (tls.certificate() != null && tls.key() == null) {
            add(Settings.CERTIFICATE, "needs " + Settings.KEY.key() + " beside it");
        } else if (tls.certificate() == null && tls.key() != null) {
            add(Settings.KEY, "needs " + Settings.CERTIFICATE.key() + " beside it");
        }
    }

    private void natsIsWhole(NatsConfig nats) {
        if (nats.url() != null && nats.embedded()) {
            add(
                    NetworkSettings.NATS_EMBEDDED,
                    "cannot be beside " + NetworkSettings.NATS_URL.key());
        }
        if ((nats.tlsCertificate() == null) != (nats.tlsKey() == null)) {
            add(
                    NetworkSettings.NATS_TLS_CERTIFICATE,
                    "and " + NetworkSettings.NATS_TLS_KEY.key() + " come together");
        }
        isReadable(NetworkSettings.NATS_CREDENTIALS, nats.credentials());
        isReadable(NetworkSettings.NATS_NKEY, nats.nkey());
        isReadable(NetworkSettings.NATS_TLS_CA, nats.tlsCa());
        isReadable(NetworkSettings.NATS_TLS_CERTIFICATE, nats.tlsCertificate());
        isReadable(NetworkSettings.NATS_TLS_KEY, nats.tlsKey());
    }

    private void isReadable(Setting<Path> setting, @Nullable Path file) {
        if (file != null && !(Files.isRegularFile(file) && Files.isReadable(file))) {
            add(setting, "'" + file + "' is not a file that can be read");
        }
    }

    private void redactionIsUsable(RedactionConfig redaction) {
        for (String pattern : redaction.patterns()) {
            Redactor.faultOf(pattern)
                    .ifPresent(
                            fault ->
                                    add(
                                            Settings.REDACTION_PATTERNS,
                                            "'" + pattern + "' cannot be used: " + fault));
        }
        List<String> known = Arrays.stream(KnownSecret.values()).map(KnownSecret::word).toList();
        for (String word : redaction.without()) {
            if (!known.contains(word)) {
                String hint =
                        Spelling.nearest(word, known)
                                .map(near -> "did you mean " + near + "?")
                                .orElse("there are " + String.join(", ", known));
                add(Settings.REDACTION_WITHOUT, "there is no pattern '" + word + "'; " + hint);
            }
        }
    }

    private void areUsable(Setting<?> setting, List<String> rules, Consumer<String> parsing) {
        for (String rule : rules) {
            try {
                parsing.accept(rule);
            } catch (IllegalArgumentException e) {
                add(setting, "'" + rule + "' cannot be used: " + e.getMessage());
            }
        }
    }

    private void add(Setting<?> setting, String problem) {
        faults.add(new ConfigFault(setting.key(), effective.origin(setting), problem));
    }
}
