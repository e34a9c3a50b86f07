package dev.waybill.protocol.json;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.Version;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;

/// Reads nullness from the Java types: a record component without `@Nullable` must be there and must not be null, and no list holds
/// null.
public class NullMarkedIntrospector extends JacksonAnnotationIntrospector {
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
    public Version version() {
        return Version.unknownVersion();
    }

    private static @Nullable RecordComponent component(Annotated annotated) {
        if (annotated instanceof AnnotatedParameter parameter
                && parameter.getDeclaringClass().isRecord()) {
            RecordComponent[] components = parameter.getDeclaringClass().getRecordComponents();
            return parameter.getIndex() < components.length
                    ? components[parameter.getIndex()]
                    : null;
        }
        return null;
    }

    /// Whether the component need not be there.
    protected boolean mayBeLeftOut(RecordComponent component) {
        AnnotatedType type = component.getAnnotatedType();
        return type.isAnnotationPresent(Nullable.class);
    }
}
