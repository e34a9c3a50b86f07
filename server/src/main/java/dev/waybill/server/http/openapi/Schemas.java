package dev.waybill.server.http.openapi;

import com.fasterxml.classmate.ResolvedType;
import com.github.victools.jsonschema.generator.CustomDefinition;
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
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Turns records into JSON Schema the way [Json] turns them into JSON.
final class Schemas {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String IDS = SnowflakeId.class.getPackageName();

    private final Json json;
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
        config.forTypesInGeneral().withCustomDefinitionProvider(this::wireShape);
        config.forFields()
                .withPropertyNameOverrideResolver(field -> snakeCase(field.getName()))
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
        return Map.class.isAssignableFrom(erased) ? inline(map(type, context)) : null;
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

    private static String snakeCase(String name) {
        // The strategy looks at the name alone.
        return PropertyNamingStrategies.SNAKE_CASE.nameForField(null, null, name);
    }
}
