package dev.waybill.server;

import dev.waybill.server.attempt.AttemptLimits;
import dev.waybill.server.attempt.Keys;
import dev.waybill.server.attempt.Origins;
import dev.waybill.server.attempt.Permits;
import dev.waybill.server.provider.Provider;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a server is given of the outside beyond what is built in: more providers, and others to know about credentials,
/// rules and items than the server's own, and the clock.
record Outside(
        List<Provider> providers,
        @Nullable Keys keys,
        @Nullable Permits permits,
        @Nullable Origins origins,
        AttemptLimits limits,
        InstantSource clock) {
    static final Outside NONE = new Outside(List.of(), null, null, null, AttemptLimits.DEFAULTS);

    Outside {
        providers = List.copyOf(providers);
    }

    /// With the clock of the machine.
    Outside(
            List<Provider> providers,
            @Nullable Keys keys,
            @Nullable Permits permits,
            @Nullable Origins origins,
            AttemptLimits limits) {
        this(providers, keys, permits, origins, limits, InstantSource.system());
    }
}
