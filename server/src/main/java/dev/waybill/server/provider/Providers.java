package dev.waybill.server.provider;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The providers of this server, by name.
public final class Providers {
    private final Map<String, Provider> byName = new LinkedHashMap<>();

    public Providers(Collection<? extends Provider> providers) {
        for (Provider provider : providers) {
            if (byName.putIfAbsent(provider.name(), provider) != null) {
                throw new IllegalArgumentException("there are two providers " + provider.name());
            }
        }
    }

    public Optional<Provider> byName(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    public List<Provider> all() {
        return List.copyOf(byName.values());
    }
}
