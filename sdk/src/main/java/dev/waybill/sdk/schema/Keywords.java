package dev.waybill.sdk.schema;

import com.github.victools.jsonschema.generator.FieldScope;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Puts what the annotations of a component say into its schema.
final class Keywords {
    private static final JsonMapper JSON = new JsonMapper();

    private Keywords() {}

    static void put(ObjectNode schema, FieldScope scope) {
        if (scope.isFakeContainerItemScope()) {
            return;
        }
        Field field = scope.getRawMember();
        ifPresent(
                field.getAnnotation(Description.class),
                words -> schema.put("description", words.value()));
        ifPresent(
                field.getAnnotation(Format.class), format -> schema.put("format", format.value()));
        ifPresent(
                field.getAnnotation(Matches.class),
                pattern -> schema.put("pattern", pattern.value()));
        ifPresent(
                field.getAnnotation(Default.class),
                given -> schema.set("default", JSON.readTree(given.value())));
        ifPresent(field.getAnnotation(Range.class), range -> range(schema, range));
        ifPresent(field.getAnnotation(Size.class), size -> size(schema, scope, size));
    }

    private static void range(ObjectNode schema, Range range) {
        bound(schema, "minimum", range.min());
        bound(schema, "maximum", range.max());
    }

    private static void bound(ObjectNode schema, String keyword, double value) {
        if (value == Math.rint(value) && Math.abs(value) <= Integer.MAX_VALUE) {
            schema.put(keyword, (int) value);
        } else if (Double.isFinite(value)) {
            schema.put(keyword, value);
        }
    }

    private static void size(ObjectNode schema, FieldScope scope, Size size) {
        String what = what(scope);
        if (size.min() > 0) {
            schema.put("min" + what, size.min());
        }
        if (size.max() < Integer.MAX_VALUE) {
            schema.put("max" + what, size.max());
        }
    }

    private static String what(FieldScope scope) {
        if (scope.isContainerType()) {
            return "Items";
        }
        return Map.class.isAssignableFrom(scope.getType().getErasedType())
                ? "Properties"
                : "Length";
    }

    private static <A> void ifPresent(@Nullable A annotation, Consumer<A> use) {
        if (annotation != null) {
            use.accept(annotation);
        }
    }
}
