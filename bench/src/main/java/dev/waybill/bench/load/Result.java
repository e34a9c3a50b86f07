package dev.waybill.bench.load;

import java.util.List;

/// What came of one workload in one size: a row for each that took part, the first of which the others stand beside.
///
/// @param compared the figures of which ratios are told
public record Result(
        String workload, String what, List<String> compared, Ratio ratio, List<Row> rows) {
    private static final String WAY = ", ";

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
        return ratio(figure, base(), row);
    }

    /// The same beside what the first comes to in the way of that row, such as `waybill, requests` beside `limit, requests`;
    /// without values where there is no such way.
    public Figure ratioOfSameWay(String figure, Row row) {
        int way = row.contender().indexOf(WAY);
        String alike = way < 0 ? "" : base().contender() + row.contender().substring(way);
        return rows.stream()
                .filter(each -> each.contender().equals(alike))
                .findFirst()
                .map(each -> ratio(figure, each, row))
                .orElse(Figure.NONE);
    }

    private Figure ratio(String figure, Row one, Row row) {
        if (row.contender().equals(one.contender())) {
            return Figure.NONE;
        }
        return switch (ratio) {
            case FIRST_TO_EACH -> one.figure(figure).dividedBy(row.figure(figure));
            case EACH_TO_FIRST -> row.figure(figure).dividedBy(one.figure(figure));
        };
    }

    /// What a ratio is called.
    public String ratioName() {
        return ratioName(base().contender());
    }

    public String ratioOfSameWayName() {
        return ratioName("the same way");
    }

    private String ratioName(String one) {
        return switch (ratio) {
            case FIRST_TO_EACH -> one + " ÷ it";
            case EACH_TO_FIRST -> "it ÷ " + one;
        };
    }

    /// What is divided by what.
    public enum Ratio {
        FIRST_TO_EACH,
        EACH_TO_FIRST
    }
}
