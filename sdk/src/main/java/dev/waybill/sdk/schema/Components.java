package dev.waybill.sdk.schema;

import dev.waybill.protocol.json.NullMarkedIntrospector;
import dev.waybill.protocol.wire.WireWord;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedClass;

/// Reads from the components of records what must be there, and from enums with wire words how they are spelled.
final class Components extends NullMarkedIntrospector {
    private static final long serialVersionUID = 1L;

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
    protected boolean mayBeLeftOut(RecordComponent component) {
        try {
            Field field = component.getDeclaringRecord().getDeclaredField(component.getName());
            return Optionality.mayBeLeftOut(field, component.getAnnotatedType());
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("every component has a field", e);
        }
    }
}
