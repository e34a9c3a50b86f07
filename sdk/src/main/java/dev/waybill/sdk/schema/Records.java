package dev.waybill.sdk.schema;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.MutableCoercionConfig;
import tools.jackson.databind.cfg.MutableConfigOverride;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/// Reads and writes records as the JSON that [Schemas] describes. Names are as they stand in Java, unless `@JsonProperty`
/// gives another; what is null or empty is left out; fields that a record does not know are passed over.
///
/// ```java
/// record Vote(String choice, @Default("1") int weight) {}
/// Vote vote = Records.read(Records.tree(Map.of("choice", "yes")), Vote.class);
/// System.out.println(vote.weight());
/// ```
public final class Records {
    private static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .annotationIntrospector(new Components())
                    .changeDefaultPropertyInclusion(
                            all -> all.withValueInclusion(JsonInclude.Include.NON_ABSENT))
                    .withConfigOverride(OptionalInt.class, Records::leftOutWhenEmpty)
                    .withConfigOverride(OptionalLong.class, Records::leftOutWhenEmpty)
                    .withConfigOverride(OptionalDouble.class, Records::leftOutWhenEmpty)
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                    .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                    .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                    .withCoercionConfig(LogicalType.Textual, Records::onlyStrings)
                    .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
                    .disable(DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                    .build();

    private Records() {}

    /// The value as JSON.
    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /// What the JSON says, with defaults where nothing is said; a [Misfit] when it does not fit.
    public static <T> T read(JsonNode tree, Class<T> type) {
        try {
            return MAPPER.treeToValue(Defaults.filled(tree, Schemas.known(type)), type);
        } catch (JacksonException e) {
            throw Complaints.of(e);
        }
    }

    private static void leftOutWhenEmpty(MutableConfigOverride number) {
        number.setInclude(
                JsonInclude.Value.construct(
                        JsonInclude.Include.NON_EMPTY, JsonInclude.Include.ALWAYS));
    }

    private static void onlyStrings(MutableCoercionConfig textual) {
        textual.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
    }
}
