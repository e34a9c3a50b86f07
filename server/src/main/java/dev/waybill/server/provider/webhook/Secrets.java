package dev.waybill.server.provider.webhook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Finds the secrets that declarations refer to, in the environment or in files; they are never written in a declaration.
final class Secrets {
    private static final int SHORTEST = 16;

    private final Map<String, String> environment;
    private final Path folder;

    /// Files are named from that folder on.
    Secrets(Map<String, String> environment, Path folder) {
        this.environment = Map.copyOf(environment);
        this.folder = folder;
    }

    Optional<String> find(Place place) {
        if (place.node().isString()) {
            place.fault("is written out; name where it is: {\"env\": …} or {\"file\": …}");
            return Optional.empty();
        }
        if (!place.there()) {
            place.fault("is missing; name where it is: {\"env\": …} or {\"file\": …}");
            return Optional.empty();
        }
        place.knows("env", "file");
        Optional<String> found =
                place.at("env").there() ? environment(place.at("env")) : file(place.at("file"));
        if (found.isPresent() && found.get().length() < SHORTEST) {
            place.fault("leads to a secret of less than " + SHORTEST + " characters");
        }
        return found;
    }

    private Optional<String> environment(Place place) {
        Optional<String> value = Optional.ofNullable(environment.get(place.text()));
        if (value.isEmpty()) {
            place.fault("is " + place.shown() + ", which is not set in the environment");
        }
        return value;
    }

    private Optional<String> file(Place place) {
        try {
            return Optional.of(Files.readString(folder.resolve(place.text())).strip());
        } catch (IOException | InvalidPathException _) {
            place.fault("is " + place.shown() + ", which cannot be read");
            return Optional.empty();
        }
    }
}
