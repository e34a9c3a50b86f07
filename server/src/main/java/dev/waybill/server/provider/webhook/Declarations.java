package dev.waybill.server.provider.webhook;

import com.google.re2j.Pattern;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.server.outbound.RefusedTarget;
import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.Surface;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Reads the file in which an operator declares providers. All that is wrong in it is told together.
public final class Declarations {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_-]{0,63}");

    private final Json json;
    private final InstantSource clock;
    private final Map<String, String> environment;
    private final Set<String> taken;

    /// The names that are taken are those of the providers that are built in.
    public Declarations(
            Json json, InstantSource clock, Map<String, String> environment, Set<String> taken) {
        this.json = json;
        this.clock = clock;
        this.environment = Map.copyOf(environment);
        this.taken = Set.copyOf(taken);
    }

    public List<DeclaredProvider> read(Path file) {
        try {
            JsonNode tree = json.tree(Files.readAllBytes(file));
            return read(file.toString(), tree, file.toAbsolutePath().resolveSibling(""));
        } catch (IOException e) {
            throw new DeclarationException(List.of(file + ": cannot be read: " + e.getMessage()));
        } catch (JsonFault e) {
            throw new DeclarationException(List.of(file + ": is not JSON: " + e.getMessage()));
        }
    }

    /// The same of what was read already; files that it refers to are looked for in the folder.
    public List<DeclaredProvider> read(String file, JsonNode tree, Path folder) {
        Place root = new Place(file, "", tree, new ArrayList<>());
        root.knows("providers");
        Secrets secrets = new Secrets(environment, folder);
        List<DeclaredProvider> providers = new ArrayList<>();
        Set<String> names = new HashSet<>(taken);
        for (Place place : root.at("providers").list()) {
            DeclaredProvider provider = provider(place, secrets);
            providers.add(provider);
            if (!names.add(provider.name())) {
                place.at("name")
                        .fault("is \"" + provider.name() + "\", and another provider is called so");
            }
        }
        if (!root.faults().isEmpty()) {
            throw new DeclarationException(root.faults());
        }
        return List.copyOf(providers);
    }

    private DeclaredProvider provider(Place place, Secrets secrets) {
        place.knows("name", "title", "description", "url", "secret", "surfaces");
        String name = place.at("name").text(NAME, "lower-case letters, digits, - and _");
        String url = place.at("url").text();
        checkUrl(place.at("url"), url);
        Credential own =
                new Credential(
                        "declared:" + name,
                        secrets.find(place.at("secret"))
                                .map(secret -> Map.of(DeclaredProvider.SECRET, secret))
                                .orElse(Map.of()),
                        true);
        SurfaceReader surfaces = new SurfaceReader(name);
        List<Surface> read = place.at("surfaces").list().stream().map(surfaces::read).toList();
        return new DeclaredProvider(
                new DeclaredProvider.About(
                        name,
                        place.at("title").text(name),
                        place.at("description").text("Declared by the operator.")),
                new DeclaredProvider.Endpoint(url, own),
                read,
                surfaces.references(),
                json,
                clock);
    }

    private static void checkUrl(Place place, String url) {
        if (!place.node().isString()) {
            return;
        }
        try {
            TargetGuard.parse(url);
        } catch (RefusedTarget e) {
            place.fault("is " + place.shown() + ", which " + e.words());
        }
    }
}
