package dev.waybill.protocol.rule;

import org.jspecify.annotations.Nullable;

/// The marks that people put before names.
final class Sigils {
    private Sigils() {}

    static @Nullable String without(String sigil, @Nullable String name) {
        return name != null && name.startsWith(sigil) ? name.substring(sigil.length()) : name;
    }
}
