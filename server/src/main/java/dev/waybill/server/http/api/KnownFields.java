package dev.waybill.server.http.api;

import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// Refuses fields that a request does not have, so that a slip of the pen is not taken for something left out.
final class KnownFields {
    private final boolean lenient;

    /// A lenient one passes over them.
    KnownFields(boolean lenient) {
        this.lenient = lenient;
    }

    JsonNode check(JsonNode body, Class<?> type) {
        if (!lenient) {
            check("", body, type);
            check("deliveryHandle.", body.path("deliveryHandle"), DeliveryHandle.class);
        }
        return body;
    }

    private static void check(String prefix, JsonNode object, Class<?> type) {
        Set<String> known =
                Arrays.stream(type.getRecordComponents())
                        .map(RecordComponent::getName)
                        .collect(Collectors.toUnmodifiableSet());
        for (String name : object.propertyNames()) {
            if (!known.contains(name)) {
                throw new Problem(ErrorCode.UNKNOWN_FIELD, "unknown field: " + prefix + name);
            }
        }
    }
}
