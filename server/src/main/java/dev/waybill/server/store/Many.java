package dev.waybill.server.store;

import dev.waybill.protocol.id.SnowflakeId;
import java.util.Collection;
import java.util.List;

/// Many values in the place of one, for PostgreSQL's arrays.
public record Many(String type, List<?> values) {
    public Many {
        values = List.copyOf(values);
    }

    public static Many ids(Collection<? extends SnowflakeId> ids) {
        return numbers(ids.stream().map(SnowflakeId::value).toList());
    }

    public static Many numbers(Collection<Long> numbers) {
        return new Many("bigint", List.copyOf(numbers));
    }

    public static Many texts(Collection<String> texts) {
        return new Many("text", List.copyOf(texts));
    }
}
