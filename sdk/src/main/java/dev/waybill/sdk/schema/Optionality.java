package dev.waybill.sdk.schema;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/// Tells which components may be left out: those that are `@Nullable`, by whichever annotation of that name, an
/// [Optional] or one of its like for numbers, or have a [Default].
final class Optionality {
    private static final String NULLABLE = "Nullable";
    private static final Set<Type> OPTIONALS =
            Set.of(Optional.class, OptionalInt.class, OptionalLong.class, OptionalDouble.class);

    private Optionality() {}

    static boolean mayBeLeftOut(AnnotatedElement component, AnnotatedType type) {
        return component.isAnnotationPresent(Default.class)
                || nullable(component.getAnnotations())
                || nullable(type.getAnnotations())
                || isOptional(type.getType());
    }

    private static boolean nullable(Annotation[] annotations) {
        return Arrays.stream(annotations)
                .anyMatch(one -> one.annotationType().getSimpleName().equals(NULLABLE));
    }

    private static boolean isOptional(Type type) {
        return OPTIONALS.contains(type instanceof ParameterizedType of ? of.getRawType() : type);
    }
}
