package dev.waybill.bench.load;

import java.util.List;

/// What came of one workload in one size: a row for each that took part, the first of which the others stand beside.
///
/// @param compared the figures of which ratios are told
public record Result(
        String workload, String what, List<String> compared, Ratio ratio, List<Row> rows) {
    public Result {
        compared = List.copyOf(compared);
        rows = List.copyOf(rows);
    }

    /// Ratios of the first to each.
    public Result(String workload, String what, List<String> compared, List<Row> rows) {
        this(workload, what, compared, Ratio.FIRST_TO_EACH, rows);
    }

    public Row base() {
        return rows.getFirst();
    }

    /// A figure of a row beside that of the first; without values for the first itself.
    public Figure ratio(String figure, Row row) {
        Figure first = base().figure(figure);
        Figure other = row.figure(figure);
        if (row.contender().equals(base().contender())) {
            return Figure.NONE;
        }
        return switch (ratio) {
            case FIRST_TO_EACH -> first.dividedBy(other);
            case EACH_TO_FIRST -> other.dividedBy(first);
        };
    }

    /// What a ratio is called.
    public String ratioName() {
        return switch (ratio) {
            case FIRST_TO_EACH -> base().contender() + " ÷ it";
            case EACH_TO_FIRST -> "it ÷ " + base().contender();
        };
    }

    /// What is divided by what.
    public enum Ratio {
        FIRST_TO_EACH,
        EACH_TO_FIRST
    }
}
