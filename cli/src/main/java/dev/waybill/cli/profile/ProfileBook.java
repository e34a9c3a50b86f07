package dev.waybill.cli.profile;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// All profiles of a person by their names, and the one in use.
public record ProfileBook(@Nullable String current, Map<String, Profile> profiles) {
    static final ProfileBook EMPTY = new ProfileBook(null, Map.of());

    public ProfileBook {
        profiles = Collections.unmodifiableMap(new TreeMap<>(profiles));
    }

    public Optional<Profile> find(String name) {
        return Optional.ofNullable(profiles.get(name));
    }

    public ProfileBook using(String name) {
        return new ProfileBook(name, profiles);
    }

    /// The first profile becomes the one in use.
    public ProfileBook with(String name, Profile profile) {
        Map<String, Profile> more = new TreeMap<>(profiles);
        more.put(name, profile);
        return new ProfileBook(current == null ? name : current, more);
    }

    public ProfileBook without(String name) {
        Map<String, Profile> fewer = new TreeMap<>(profiles);
        fewer.remove(name);
        return new ProfileBook(name.equals(current) ? null : current, fewer);
    }
}
