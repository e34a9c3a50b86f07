package dev.waybill.server.schema;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.DialectId;
import com.networknt.schema.path.PathType;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A schema of an action that values are held against (JSON Schema 2020-12). Nothing is ever fetched for it.
public final class JsonSchema {
    /// How many faults of one value are told.
    private static final int TOLD = 20;

    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(
                    SpecificationVersion.DRAFT_2020_12,
                    registry ->
                            registry.schemaCacheEnabled(false)
                                    .schemaRegistryConfig(
                                            SchemaRegistryConfig.builder()
                                                    .pathType(PathType.JSON_POINTER)
                                                    .formatAssertionsEnabled(true)
                                                    .locale(Locale.ROOT)
                                                    .regularExpressionFactory(new Patience())
                                                    .build()));
    private static final Schema OF_SCHEMAS =
            REGISTRY.getSchema(SchemaLocation.of(DialectId.DRAFT_2020_12));

    private final Restored restored;
    private final Schema compiled;
    private final Map<String, String> spellings;

    private JsonSchema(Restored restored, Schema compiled) {
        this.restored = restored;
        this.compiled = compiled;
        this.spellings = spellings(restored.schema());
    }

    /// Reads a schema as it was registered; an [IllegalArgumentException] says what is wrong with it.
    public static JsonSchema read(JsonNode registered) {
        Restored restored = Restored.of(registered);
        List<Violation> faults = violations(OF_SCHEMAS, restored.schema());
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException("not a JSON Schema: " + faults.getFirst());
        }
        Keywords.eachSchema(restored.schema(), JsonSchema::requireLocal);
        Breadth.check(restored.schema());
        try {
            Schema compiled = REGISTRY.getSchema(restored.schema());
            compiled.initializeValidators();
            return new JsonSchema(restored, compiled);
        } catch (SchemaException | JacksonException | ArithmeticException | StackOverflowError e) {
            throw new IllegalArgumentException("cannot be used: " + e.getMessage(), e);
        }
    }

    /// As its author wrote it.
    public JsonNode asWritten() {
        return restored.schema();
    }

    /// What is wrong with the value; nothing if it fits. Spelling of keys alone is no fault.
    public List<Violation> violations(JsonNode value) {
        return violations(compiled, restored.respelled() ? CamelKeys.of(value) : value);
    }

    /// The value in the spelling of this schema, if only that keeps it from fitting: clients in JavaScript respell what
    /// they send.
    public Optional<JsonNode> fitted(JsonNode value) {
        if (restored.respelled()) {
            return Optional.empty();
        }
        JsonNode spelled = spelled(value);
        return violations(compiled, spelled).isEmpty() ? Optional.of(spelled) : Optional.empty();
    }

    private static List<Violation> violations(Schema schema, JsonNode value) {
        Budget budget = new Budget(Metered.count(value));
        return ScopedValue.where(Budget.CURRENT, budget)
                .call(() -> checked(schema, Metered.of(value)));
    }

    private static List<Violation> checked(Schema schema, JsonNode value) {
        try {
            return schema.validate(value).stream().limit(TOLD).map(JsonSchema::violation).toList();
        } catch (Budget.Exhausted | SchemaException | JacksonException | ArithmeticException e) {
            return List.of(new Violation("", String.valueOf(e.getMessage())));
        } catch (StackOverflowError _) {
            return List.of(new Violation("", "the value is nested too deeply"));
        }
    }

    private static Violation violation(Error error) {
        return new Violation(
                error.getInstanceLocation().toString(),
                error.getMessage(),
                error.getKeyword(),
                error.getProperty());
    }

    private static void requireLocal(ObjectNode schema) {
        for (String keyword : List.of("$ref", "$dynamicRef")) {
            String target = schema.path(keyword).asString("#");
            if (!target.startsWith("#")) {
                throw new IllegalArgumentException(
                        keyword + " leads out of the schema, where nothing is read: " + target);
            }
        }
    }

    private JsonNode spelled(JsonNode value) {
        return switch (value) {
            case ObjectNode object -> {
                ObjectNode copy = JsonNodeFactory.instance.objectNode();
                object.forEachEntry((key, part) -> copy.set(spelling(key), spelled(part)));
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = JsonNodeFactory.instance.arrayNode();
                array.forEach(element -> copy.add(spelled(element)));
                yield copy;
            }
            default -> value;
        };
    }

    private String spelling(String key) {
        return spellings.getOrDefault(key, key);
    }

    /// How names that JavaScript clients respell are spelled here.
    private static Map<String, String> spellings(JsonNode schema) {
        Map<String, String> spellings = new HashMap<>();
        Keywords.eachSchema(
                schema,
                part ->
                        part.path("properties")
                                .propertyNames()
                                .forEach(
                                        name ->
                                                spellings.putIfAbsent(
                                                        CamelKeys.snake(name), name)));
        return Map.copyOf(spellings);
    }
}
