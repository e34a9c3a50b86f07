package dev.waybill.server.attempt;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.idempotency.Fingerprint;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.refusal.Facts;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Looks up everything a wish names and refuses what cannot be, before there is an attempt.
final class Planning {
    private final Targets targets;
    private final Lookup lookup;
    private final Keys keys;
    private final Rulings rulings;
    private final Json json;
    private final Inputs inputs = new Inputs();

    Planning(Targets targets, Lookup lookup, Keys keys, Rulings rulings, Json json) {
        this.targets = targets;
        this.lookup = lookup;
        this.keys = keys;
        this.rulings = rulings;
        this.json = json;
    }

    Plan plan(Asker caller, Asker asker, Wish wish) {
        Place place = targets.find(caller, wish.target());
        Spot spot = spot(asker, place, wish);
        boolean canonical = wish.operation() == null;
        ObjectNode input =
                canonical ? Inputs.spelled(spot.operation(), wish.payload()) : wish.payload();
        inputs.check(spot.operation(), input);
        Permits.Verdict verdict = rulings.allowed(asker, place.handle(), spot);
        return new Plan(
                caller.actor(),
                asker,
                place,
                spot,
                wish.kind(),
                canonical,
                wish.payload(),
                input,
                wish.terms(),
                hash(asker, wish),
                credential(asker, place),
                verdict);
    }

    /// Tells whether two requests ask for the same, however they are written.
    String hash(Asker asker, Wish wish) {
        ObjectNode all = Json.emptyObject();
        all.set("target", json.toTree(wish.target()));
        all.put("operation", wish.operation());
        all.put("kind", wish.kind());
        all.set("payload", wish.payload());
        all.put("agent", asker.agent() == null ? null : asker.agent().text());
        return Fingerprint.of(json.text(sorted(all)).getBytes(UTF_8));
    }

    private Spot spot(Asker asker, Place place, Wish wish) {
        DeliveryHandle handle = place.handle();
        return wish.operation() == null
                ? lookup.canonical(handle, () -> configured(asker, place))
                : lookup.operation(handle, wish.operation(), () -> configured(asker, place));
    }

    private boolean configured(Asker asker, Place place) {
        return keys.find(asker.workspace(), place.handle().provider(), place.configRef())
                .isPresent();
    }

    private Credential credential(Asker asker, Place place) {
        String provider = place.handle().provider();
        return keys.find(asker.workspace(), provider, place.configRef())
                .orElseThrow(
                        () ->
                                new Refusal(
                                        Reason.PROVIDER_NOT_CONFIGURED,
                                        Offers.notConfigured(provider),
                                        Facts.attempted(null, false, null, null)));
    }

    private static JsonNode sorted(JsonNode value) {
        return switch (value) {
            case ObjectNode object -> {
                Map<String, JsonNode> fields = new TreeMap<>();
                object.forEachEntry((name, part) -> fields.put(name, sorted(part)));
                ObjectNode copy = Json.emptyObject();
                fields.forEach(copy::set);
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = JsonNodeFactory.instance.arrayNode();
                array.forEach(part -> copy.add(sorted(part)));
                yield copy;
            }
            default -> value;
        };
    }
}
