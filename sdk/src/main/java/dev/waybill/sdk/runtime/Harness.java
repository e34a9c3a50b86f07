package dev.waybill.sdk.runtime;

import dev.waybill.protocol.wire.WireWord;
import java.util.Locale;

/// The program an agent runs in.
///
/// ```java
/// String word = dev.waybill.sdk.runtime.Harness.CODEX.wire();
/// ```
public enum Harness implements WireWord {
    CLAUDE,
    CODEX,
    OPENCODE,
    OPENCLAW;

    @Override
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
