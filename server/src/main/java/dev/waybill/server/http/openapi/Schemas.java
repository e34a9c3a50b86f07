package dev.waybill.server.http.openapi;

import com.fasterxml.classmate.ResolvedType;
import com.fasterxml.classmate.members.RawField;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.CustomDefinitionProviderV2;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaBuilder;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfig;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import dev.waybill.protocol.id.SnowflakeId;
import dev.waybill.protocol.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Turns records into JSON Schema the way [Json] turns them into JSON.
final class Schemas {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String IDS = SnowflakeId.class.getPackageName();

    private final Json json;
    private final CustomDefinitionProviderV2 shapes = this::wireShape;
    private final SchemaBuilder builder;

    Schemas(Json json) {
        this.json = json;
        this.builder = new SchemaGenerator(config()).buildMultipleSchemaDefinitions();
    }

    /// A reference that holds once [#definitions] stands under `#/components/schemas`.
    ObjectNode reference(Class<?> type) {
        return builder.createSchemaReference(type);
    }

    /// Every type that was referred to. Nothing may be referred to after it.
    ObjectNode definitions() {
        return builder.collectDefinitions("components/schemas");
    }

    private SchemaGeneratorConfig config() {
        SchemaGeneratorConfigBuilder config =
                new SchemaGeneratorConfigBuilder(
                                SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
                        .with(Option.DEFINITIONS_FOR_ALL_OBJECTS)
                        .without(Option.SCHEMA_VERSION_INDICATOR);
        config.forTypesInGeneral().withCustomDefinitionProvider(shapes);
        config.forFields()
                .withPropertyNameOverrideResolver(Schemas::wireName)
                .withRequiredCheck(field -> !nullable(field))
                .withNullableCheck(Schemas::nullable);
        return config.build();
    }

    private @Nullable CustomDefinition wireShape(
            ResolvedType type, SchemaGenerationContext context) {
        Class<?> erased = type.getErasedType();
        if (erased == Instant.class) {
            return inline(string().put("format", "date-time"));
        }
        if (SnowflakeId.class.isAssignableFrom(erased)) {
            return inline(string().put("pattern", "^[1-9][0-9]*$"));
        }
        if (erased.getPackageName().equals(IDS)) {
            return inline(string());
        }
        if (erased.isEnum()) {
            return inline(words(erased));
        }
        if (JsonNode.class.isAssignableFrom(erased)) {
            return inline(NODES.objectNode());
        }
        if (Map.class.isAssignableFrom(erased)) {
            return inline(map(type, context));
        }
        return type.getMemberFields().stream().anyMatch(Schemas::unwrapped)
                ? new CustomDefinition(flat(type, context))
                : null;
    }

    /// With the properties of its parts as its own, where these are written so.
    private ObjectNode flat(ResolvedType type, SchemaGenerationContext context) {
        ObjectNode whole = context.createStandardDefinition(type, shapes);
        ObjectNode properties = whole.withObjectProperty("properties");
        ArrayNode required = whole.withArrayProperty("required");
        for (RawField field : type.getMemberFields()) {
            if (unwrapped(field)) {
                String name = snakeCase(field.getName());
                properties.remove(name);
                required.removeIf(one -> one.asString().equals(name));
                ResolvedType part =
                        context.getTypeContext().resolve(field.getRawMember().getType());
                ObjectNode partly = context.createStandardDefinition(part, shapes);
                properties.setAll(partly.withObjectProperty("properties"));
                required.addAll(partly.withArrayProperty("required"));
            }
        }
        return whole;
    }

    private static boolean unwrapped(RawField field) {
        return field.getRawMember().isAnnotationPresent(JsonUnwrapped.class);
    }

    private static ObjectNode map(ResolvedType type, SchemaGenerationContext context) {
        ResolvedType values = type.typeParametersFor(Map.class).get(1);
        ObjectNode schema = NODES.objectNode().put("type", "object");
        schema.set("additionalProperties", context.createDefinitionReference(values));
        return schema;
    }

    private ObjectNode words(Class<?> type) {
        ObjectNode schema = string();
        ArrayNode words = schema.putArray("enum");
        for (Object constant : type.getEnumConstants()) {
            words.add(json.tree(json.write(constant)));
        }
        return schema;
    }

    private static ObjectNode string() {
        return NODES.objectNode().put("type", "string");
    }

    private static CustomDefinition inline(ObjectNode schema) {
        return new CustomDefinition(
                schema, CustomDefinition.INLINE_DEFINITION, CustomDefinition.INCLUDING_ATTRIBUTES);
    }

    private static boolean nullable(FieldScope field) {
        return field.getRawMember().getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    private static String wireName(FieldScope field) {
        JsonProperty given = field.getRawMember().getAnnotation(JsonProperty.class);
        if (given != null) {
            return given.value();
        }
        return camelCase(field.getRawMember().getDeclaringClass())
                ? field.getName()
                : snakeCase(field.getName());
    }

    private static boolean camelCase(Class<?> type) {
        JsonNaming naming = type.getAnnotation(JsonNaming.class);
        return naming != null
                && naming.value() == PropertyNamingStrategies.LowerCamelCaseStrategy.class;
    }

    private static String snakeCase(String name) {
        // The strategy looks at the name alone.
        return PropertyNamingStrategies.SNAKE_CASE.nameForField(null, null, name);
    }
}
