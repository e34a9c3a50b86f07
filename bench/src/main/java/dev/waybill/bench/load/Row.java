package dev.waybill.bench.load;

import java.util.LinkedHashMap;
import java.util.Map;

/// What one contender came to: each figure with one value for each round.
public record Row(String contender, Map<String, Figure> figures) {
    public Row(String contender) {
        this(contender, new LinkedHashMap<>());
    }

    public Row add(String figure, long count) {
        return add(figure, (double) count);
    }

    public Row add(String figure, double value) {
        figures.merge(figure, Figure.of(value), Figure::and);
        return this;
    }

    /// One without values if it was not measured.
    public Figure figure(String name) {
        return figures.getOrDefault(name, Figure.NONE);
    }
}
