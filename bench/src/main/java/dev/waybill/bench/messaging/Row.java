package dev.waybill.bench.messaging;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/// What one workload came to: each figure with one value for each round.
record Row(String workload, String what, Map<String, double[]> figures) {
    Row(String workload, String what) {
        this(workload, what, new LinkedHashMap<>());
    }

    Row add(String figure, long count) {
        return add(figure, (double) count);
    }

    Row add(String figure, double value) {
        figures.merge(
                figure,
                new double[] {value},
                (known, one) -> {
                    double[] more = Arrays.copyOf(known, known.length + 1);
                    more[known.length] = one[0];
                    return more;
                });
        return this;
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    static double least(double[] values) {
        return Arrays.stream(values).min().orElse(0);
    }

    static double most(double[] values) {
        return Arrays.stream(values).max().orElse(0);
    }
}
