package dev.waybill.server.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What this server uses providers with, by provider and field, and who may use them for what.
///
/// @param key what the credentials of workspaces are sealed with, where it is not the one in the data folder
/// @param declarations a file that declares providers of the operator's own
/// @param approveDestructive whether what cannot be taken back waits for somebody's word unless a rule says otherwise
/// @param workspaces which of them may use all this: `all`, `first`, `none`, or their ids
public record ProvidersConfig(
        Map<String, Map<String, String>> credentials,
        @Nullable String key,
        @Nullable Path declarations,
        boolean approveDestructive,
        List<String> rules,
        @Nullable String workspaces) {
    public static final ProvidersConfig DEFAULTS =
            new ProvidersConfig(Map.of(), null, null, false, List.of());

    public ProvidersConfig(
            Map<String, Map<String, String>> credentials,
            @Nullable String key,
            @Nullable Path declarations,
            boolean approveDestructive,
            List<String> rules) {
        this(credentials, key, declarations, approveDestructive, rules, null);
    }

    public ProvidersConfig {
        credentials = Map.copyOf(credentials);
        rules = List.copyOf(rules);
    }

    @Nullable String field(String provider, String field) {
        return credentials.getOrDefault(provider, Map.of()).get(field);
    }

    /// Shows no secret.
    @Override
    public String toString() {
        return "ProvidersConfig[" + credentials.keySet() + "]";
    }
}
