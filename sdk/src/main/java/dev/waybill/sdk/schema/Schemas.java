package dev.waybill.sdk.schema;

import com.fasterxml.classmate.ResolvedType;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfig;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.module.jackson.JacksonSchemaModule;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Describes records in JSON Schema 2020-12, as [Records] reads and writes them.
///
/// A component is required unless it is `@Nullable`, an `Optional` (or `OptionalInt` and its like), or has a [Default]; who leaves it out leaves the field
/// out, and does not write null. Further fields are allowed, so that callers may be newer than handlers.
///
/// ```java
/// record Vote(@Description("yes or no") String choice, Optional<String> reason) {}
/// System.out.println(Schemas.of(Vote.class).toPrettyString());
/// ```
public final class Schemas {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final SchemaGenerator GENERATOR = new SchemaGenerator(config());
    private static final ClassValue<ObjectNode> KNOWN =
            new ClassValue<>() {
                @Override
                protected ObjectNode computeValue(Class<?> type) {
                    return GENERATOR.generateSchema(type);
                }
            };

    private Schemas() {}

    /// The schema of that type: yours to change.
    public static ObjectNode of(Class<?> type) {
        return known(type).deepCopy();
    }

    static ObjectNode known(Class<?> type) {
        synchronized (GENERATOR) {
            return KNOWN.get(type);
        }
    }

    private static SchemaGeneratorConfig config() {
        SchemaGeneratorConfigBuilder config =
                new SchemaGeneratorConfigBuilder(
                                SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
                        .with(new JacksonSchemaModule())
                        .without(Option.SCHEMA_VERSION_INDICATOR, Option.FLATTENED_OPTIONALS);
        config.forTypesInGeneral()
                .withPropertySorter((_, _) -> 0)
                .withCustomDefinitionProvider(Schemas::ownShape)
                .withDescriptionResolver(scope -> description(scope.getType().getErasedType()));
        config.forFields()
                .withTargetTypeOverridesResolver(Schemas::withinOptional)
                .withRequiredCheck(field -> !mayBeLeftOut(field))
                .withNullableCheck(_ -> false)
                .withInstanceAttributeOverride((schema, field, _) -> Keywords.put(schema, field));
        return config.build();
    }

    private static @Nullable CustomDefinition ownShape(
            ResolvedType type, SchemaGenerationContext context) {
        Class<?> erased = type.getErasedType();
        if (erased.isEnum()) {
            return inline(words(erased));
        }
        if (erased == OptionalInt.class || erased == OptionalLong.class) {
            return inline(NODES.objectNode().put("type", "integer"));
        }
        if (erased == OptionalDouble.class) {
            return inline(NODES.objectNode().put("type", "number"));
        }
        if (ObjectNode.class == erased) {
            return inline(object());
        }
        if (JsonNode.class.isAssignableFrom(erased)) {
            return inline(NODES.objectNode());
        }
        return Map.class.isAssignableFrom(erased) ? inline(map(type, context)) : null;
    }

    private static ObjectNode map(ResolvedType type, SchemaGenerationContext context) {
        List<ResolvedType> parameters = type.typeParametersFor(Map.class);
        ObjectNode schema = object();
        if (parameters != null && parameters.get(1).getErasedType() != Object.class) {
            schema.set(
                    "additionalProperties", context.createDefinitionReference(parameters.get(1)));
        }
        return schema;
    }

    private static ObjectNode words(Class<?> type) {
        ObjectNode schema = NODES.objectNode().put("type", "string");
        ArrayNode words = schema.putArray("enum");
        for (Object constant : type.getEnumConstants()) {
            words.add(Records.tree(constant));
        }
        return schema;
    }

    private static ObjectNode object() {
        return NODES.objectNode().put("type", "object");
    }

    private static CustomDefinition inline(ObjectNode schema) {
        return new CustomDefinition(
                schema, CustomDefinition.INLINE_DEFINITION, CustomDefinition.INCLUDING_ATTRIBUTES);
    }

    private static @Nullable List<ResolvedType> withinOptional(FieldScope field) {
        ResolvedType type = field.getType();
        return type != null && type.getErasedType() == Optional.class
                ? type.typeParametersFor(Optional.class)
                : null;
    }

    private static @Nullable String description(Class<?> type) {
        Description words = type.getAnnotation(Description.class);
        return words == null ? null : words.value();
    }

    private static boolean mayBeLeftOut(FieldScope scope) {
        Field field = scope.getRawMember();
        return Optionality.mayBeLeftOut(field, field.getAnnotatedType());
    }
}
