package dev.waybill.bench.load;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A figure with one value for each round.
public record Figure(List<Double> rounds) {
    static final Figure NONE = new Figure(List.of());

    public Figure {
        rounds = List.copyOf(rounds);
    }

    public static Figure of(double value) {
        return new Figure(List.of(value));
    }

    Figure and(Figure more) {
        return new Figure(Stream.concat(rounds.stream(), more.rounds.stream()).toList());
    }

    /// How many times the other it is, each round by that of the other that stood beside it.
    public Figure dividedBy(Figure other) {
        int count = Math.min(rounds.size(), other.rounds.size());
        return new Figure(
                IntStream.range(0, count)
                        .filter(round -> other.rounds.get(round) > 0)
                        .mapToObj(round -> rounds.get(round) / other.rounds.get(round))
                        .toList());
    }

    public boolean isEmpty() {
        return rounds.isEmpty();
    }

    public double median() {
        List<Double> sorted = rounds.stream().sorted().toList();
        int count = sorted.size();
        return count == 0 ? 0 : (sorted.get((count - 1) / 2) + sorted.get(count / 2)) / 2;
    }

    public double least() {
        return rounds.stream().mapToDouble(Double::doubleValue).min().orElse(0);
    }

    public double most() {
        return rounds.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }
}
