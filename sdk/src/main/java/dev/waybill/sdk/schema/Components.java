package dev.waybill.sdk.schema;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.waybill.protocol.wire.WireWord;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.Version;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;

/// Reads from the components of records what must be there, and from enums with wire words how they are spelled.
final class Components extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    @Override
    public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
        RecordComponent component = component(member);
        return component == null
                ? super.hasRequiredMarker(config, member)
                : Boolean.valueOf(!mayBeLeftOut(component));
    }

    @Override
    public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated annotated) {
        RecordComponent component = component(annotated);
        if (component == null) {
            return super.findSetterInfo(config, annotated);
        }
        return JsonSetter.Value.construct(
                mayBeLeftOut(component) ? Nulls.DEFAULT : Nulls.FAIL, Nulls.FAIL);
    }

    @Override
    public String[] findEnumValues(
            MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants, String[] names) {
        String[] found = super.findEnumValues(config, type, constants, names);
        for (int i = 0; i < constants.length; i++) {
            if (constants[i] instanceof WireWord word) {
                found[i] = word.wire();
            }
        }
        return found;
    }

    @Override
    public Version version() {
        return Version.unknownVersion();
    }

    private static @Nullable RecordComponent component(Annotated annotated) {
        if (annotated instanceof AnnotatedParameter parameter
                && parameter.getDeclaringClass().isRecord()) {
            RecordComponent[] all = parameter.getDeclaringClass().getRecordComponents();
            return parameter.getIndex() < all.length ? all[parameter.getIndex()] : null;
        }
        return null;
    }

    private static boolean mayBeLeftOut(RecordComponent component) {
        try {
            Field field = component.getDeclaringRecord().getDeclaredField(component.getName());
            return Optionality.mayBeLeftOut(field, component.getAnnotatedType());
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("every component has a field", e);
        }
    }
}
