package dev.waybill.server.config;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One thing an operator may set: its key, the form of its value, where it lands in [Config], and what it is for.
///
/// The default is what [Config#DEFAULTS] holds there, so it is written once.
public final class Setting<T> {
    private final String key;
    private final Kind<T> kind;
    private final Component<T> component;
    private final @Nullable String flag;
    private final String sentence;

    private Setting(
            String key,
            Kind<T> kind,
            Component<T> component,
            @Nullable String flag,
            String sentence) {
        this.key = key;
        this.kind = kind;
        this.component = component;
        this.flag = flag;
        this.sentence = sentence;
    }

    static <T> Setting<T> of(String key, Kind<T> kind, Component<T> component, String sentence) {
        return new Setting<>(key, kind, component, null, sentence);
    }

    Setting<T> withFlag(String name) {
        return new Setting<>(key, kind, component, name, sentence);
    }

    public String key() {
        return key;
    }

    /// The command-line option that sets it, where there is one.
    public Optional<String> flag() {
        return Optional.ofNullable(flag);
    }

    public String sentence() {
        return sentence;
    }

    public String accepted() {
        return kind.accepted();
    }

    public String environmentVariable() {
        return "WAYBILL_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /// The value in a configuration as it would stand in a TOML file, with secrets hidden; empty when it is not set.
    public Optional<String> shown(Config config) {
        T value = component.of(config);
        return Optional.ofNullable(value).map(this::toml);
    }

    Kind<T> kind() {
        return kind;
    }

    @Nullable T in(Config config) {
        return component.of(config);
    }

    private String toml(T value) {
        String text = kind.printer().apply(value);
        return kind.style() == Kind.Style.BARE
                ? text
                : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    /// Finds the value inside a configuration.
    interface Component<T> {
        @Nullable T of(Config config);
    }
}
