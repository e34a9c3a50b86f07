package dev.waybill.server.config;

import org.jspecify.annotations.Nullable;

/// One field of the operator's credential of a provider.
record ProviderField(String provider, String name, Setting<String> setting) {
    /// Finds what was set.
    interface Given {
        @Nullable String of(Setting<String> setting);
    }

    static ProviderField plain(String provider, String name, String sentence) {
        return of(provider, name, Kind.like("\\S(.*\\S)?", "a text"), sentence);
    }

    static ProviderField secret(String provider, String name, String sentence) {
        return of(provider, name, Kind.secretText(), sentence);
    }

    private static ProviderField of(
            String provider, String name, Kind<String> kind, String sentence) {
        return new ProviderField(
                provider,
                name,
                Setting.of(
                        "providers." + provider + "." + name,
                        kind,
                        config -> config.providers().field(provider, name),
                        sentence));
    }
}
