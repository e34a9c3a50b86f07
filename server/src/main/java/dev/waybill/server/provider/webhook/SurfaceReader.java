package dev.waybill.server.provider.webhook;

import com.google.re2j.Pattern;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.Idempotence;
import dev.waybill.server.provider.Operation;
import dev.waybill.server.provider.References;
import dev.waybill.server.provider.Surface;
import dev.waybill.server.schema.JsonSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Reads the surfaces of one declared provider, with what can be done there.
final class SurfaceReader {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,63}");
    private static final String WRITTEN = "lower-case letters, digits and _";

    private final String provider;
    private final Map<String, References> references = new HashMap<>();
    private final Set<String> names = new HashSet<>();

    SurfaceReader(String provider) {
        this.provider = provider;
    }

    Surface read(Place place) {
        place.knows(
                "name",
                "aliases",
                "target",
                "thread",
                "threadRequired",
                "description",
                "operations");
        String name = named(place.at("name"));
        List<String> aliases =
                place.at("aliases").there()
                        ? place.at("aliases").list().stream().map(this::named).toList()
                        : List.of();
        Pattern target = place.at("target").pattern();
        @Nullable Pattern thread = place.at("thread").there() ? place.at("thread").pattern() : null;
        boolean required = place.at("threadRequired").flag();
        if (required && thread == null) {
            place.at("threadRequired").fault("is true, and thread is missing");
        }
        references.put(name, new References(target, thread, required));
        return new Surface(
                name,
                aliases,
                target.pattern(),
                thread == null ? null : thread.pattern(),
                place.at("description").text("A place of " + provider + "."),
                operations(place.at("operations")));
    }

    /// How references are written, by the names of the surfaces.
    Map<String, References> references() {
        return Map.copyOf(references);
    }

    private String named(Place place) {
        String name = place.text(NAME, WRITTEN);
        if (!names.add(name)) {
            place.fault("is \"" + name + "\", and another surface is called so");
        }
        return name;
    }

    private static List<Operation> operations(Place place) {
        List<Operation> operations = new ArrayList<>();
        Set<String> names = new HashSet<>();
        boolean canonical = false;
        for (Place one : place.list()) {
            Operation operation = operation(one, canonical);
            canonical |= operation.canonicalText();
            if (!names.add(operation.name())) {
                one.at("name")
                        .fault(
                                "is \""
                                        + operation.name()
                                        + "\", and another operation is called so");
            }
            operations.add(operation);
        }
        return operations;
    }

    private static Operation operation(Place place, boolean textTaken) {
        place.knows(
                "name",
                "title",
                "description",
                "inputSchema",
                "resultSchema",
                "canonicalText",
                "idempotence",
                "destructive",
                "permissions");
        String name = place.at("name").text(NAME, WRITTEN);
        ObjectNode input = schema(place.at("inputSchema")).orElseGet(Json::emptyObject);
        return new Operation(
                name,
                place.at("title").text(name),
                place.at("description").text(place.at("title").text(name)),
                input,
                place.at("resultSchema").there()
                        ? schema(place.at("resultSchema")).orElse(null)
                        : null,
                canonical(place.at("canonicalText"), input, textTaken),
                idempotence(place.at("idempotence")),
                place.at("destructive").flag(),
                place.at("permissions").there()
                        ? place.at("permissions").list().stream().map(Place::text).toList()
                        : List.of());
    }

    private static Optional<ObjectNode> schema(Place place) {
        Optional<ObjectNode> schema = place.object();
        schema.ifPresent(
                read -> {
                    try {
                        JsonSchema.read(read);
                    } catch (IllegalArgumentException e) {
                        place.fault("cannot be used: " + e.getMessage());
                    }
                    if (!read.path("type").asString("").equals("object")) {
                        place.at("type").fault("is not \"object\"");
                    }
                });
        return schema;
    }

    private static boolean canonical(Place place, ObjectNode input, boolean taken) {
        boolean canonical = place.flag();
        if (canonical && taken) {
            place.fault("is true for another operation of this surface already");
            return false;
        }
        boolean takesText =
                input.path("properties").has("text") || input.path("properties").has("body");
        if (canonical && !takesText) {
            place.fault("is true, and inputSchema has neither text nor body");
        }
        return canonical;
    }

    /// Whoever answers is given a key and is taken to heed it, unless it is said otherwise.
    private static Idempotence idempotence(Place place) {
        String word = place.text(Idempotence.PROVIDER_KEY.wire());
        Optional<Idempotence> known =
                Stream.of(Idempotence.NATURAL, Idempotence.PROVIDER_KEY, Idempotence.NONE)
                        .filter(kind -> kind.wire().equals(word))
                        .findFirst();
        if (known.isEmpty()) {
            place.fault("is " + place.shown() + " and should be natural, provider_key or none");
        }
        return known.orElse(Idempotence.NONE);
    }
}
