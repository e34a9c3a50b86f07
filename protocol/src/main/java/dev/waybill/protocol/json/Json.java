package dev.waybill.protocol.json;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.cfg.MutableCoercionConfig;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.type.LogicalType;

/// Reads and writes the records of this module as JSON, within [JsonLimits].
public final class Json {
    private final JsonMapper mapper;

    public Json(JsonLimits limits) {
        this.mapper =
                JsonMapper.builder(factory(limits))
                        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                        .annotationIntrospector(new NullMarkedIntrospector())
                        .addModule(WireShapes.module())
                        .addMixIns(WireShapes.mixIns())
                        .changeDefaultPropertyInclusion(WireShapes::defaultInclusion)
                        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                        .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                        .withCoercionConfig(LogicalType.Textual, Json::onlyStrings)
                        .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
                        .build();
    }

    /// Reads what somebody sent: within the limits, and nothing in it that no database keeps or no
    /// calculation ends with.
    public <T> T read(byte[] document, Class<T> type) {
        Escapes.check(document);
        Exponents.check(document);
        return reading(() -> mapper.readValue(document, type));
    }

    /// Reads an object field by field, which costs a fraction of [#read]. False when the document is anything else, or holds
    /// a field that is not taken: then some fields may have been told, and `read` knows what to say of it.
    public boolean readFlat(byte[] document, FlatFields fields) {
        Escapes.check(document);
        try (JsonParser in = mapper.createParser(document)) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            while (in.nextToken() == JsonToken.PROPERTY_NAME) {
                if (!tell(in.currentName(), in, fields)) {
                    return false;
                }
            }
            return in.nextToken() == null;
        } catch (JacksonException _) {
            return false;
        }
    }

    private static boolean tell(String name, JsonParser in, FlatFields fields) {
        return switch (in.nextToken()) {
            case VALUE_STRING -> fields.text(name, in.getString());
            case VALUE_NUMBER_INT ->
                    in.getNumberType() != NumberType.BIG_INTEGER
                            && fields.number(name, in.getLongValue());
            case null, default -> false;
        };
    }

    public JsonNode tree(byte[] document) {
        return reading(() -> mapper.readTree(document));
    }

    public JsonNode tree(String document) {
        return reading(() -> mapper.readTree(document));
    }

    /// The value as the tree it is written as.
    public JsonNode toTree(Object value) {
        return mapper.valueToTree(value);
    }

    /// What the tree says, as a record; a [JsonFault] if it does not fit.
    public <T> T convert(JsonNode tree, Class<T> type) {
        return reading(() -> mapper.treeToValue(tree, type));
    }

    public static ObjectNode emptyObject() {
        return JsonNodeFactory.instance.objectNode();
    }

    public byte[] write(Object value) {
        return mapper.writeValueAsBytes(value);
    }

    /// Many an object that is kept, such as what a message is about, is empty.
    public String text(Object value) {
        return value instanceof ObjectNode object && object.isEmpty()
                ? "{}"
                : mapper.writeValueAsString(value);
    }

    /// A text as it is written in JSON. Most mean themselves there, and these cost next to nothing.
    public String quoted(String text) {
        return PlainTexts.meansItself(text) ? '"' + text + '"' : text(text);
    }

    /// The same document, indented for people.
    public String pretty(Object value) {
        return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(value);
    }

    private static <T> T reading(Reading<T> reading) {
        try {
            return reading.run();
        } catch (JacksonException e) {
            throw new JsonFault(JsonFaults.describe(e), e);
        } catch (NumberFormatException e) {
            // What the parser says of an exponent that no int holds, outside its own kind of fault.
            throw new JsonFault("too large: a number has an exponent out of range", e);
        }
    }

    private static void onlyStrings(MutableCoercionConfig textual) {
        textual.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
    }

    private static JsonFactory factory(JsonLimits limits) {
        return PlainTexts.factory()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                .streamReadConstraints(
                        StreamReadConstraints.builder()
                                .maxDocumentLength(limits.maxBytes())
                                .maxStringLength(limits.maxBytes())
                                .maxNestingDepth(limits.maxDepth())
                                .maxNumberLength(limits.maxNumberDigits())
                                .build())
                .build();
    }

    private interface Reading<T> {
        T run();
    }
}
