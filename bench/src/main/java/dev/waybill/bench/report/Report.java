package dev.waybill.bench.report;

import dev.waybill.bench.load.Contender;
import dev.waybill.bench.load.Figure;
import dev.waybill.bench.load.Result;
import dev.waybill.bench.load.Row;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A whole run: what it depended on, who took part, who could not, and what came of it.
public record Report(
        Facts facts,
        Map<String, Contender.About> contenders,
        Collection<String> absent,
        List<Result> results) {

    /// Writes `report.txt`, `report.json` and `report.html`.
    public void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("report.txt"), text());
        Files.writeString(folder.resolve("report.json"), json());
        Files.writeString(folder.resolve("report.html"), new Page(this).html());
    }

    public String text() {
        return new Tables(this).text();
    }

    public String json() {
        ObjectNode report = Json.emptyObject();
        ObjectNode run = report.putObject("run");
        facts.all().forEach(run::put);
        ArrayNode known = report.putArray("contenders");
        contenders.forEach(
                (name, about) ->
                        known.addObject()
                                .put("name", name)
                                .put("version", about.version())
                                .put("settings", about.settings()));
        ArrayNode missing = report.putArray("absent");
        absent.forEach(missing::add);
        ArrayNode all = report.putArray("results");
        results.forEach(result -> write(result, all.addObject()));
        return new Json(JsonLimits.STORED).pretty(report);
    }

    private static void write(Result result, ObjectNode into) {
        into.put("workload", result.workload()).put("what", result.what());
        into.put("ratio", result.ratioName());
        ArrayNode rows = into.putArray("contenders");
        for (Row row : result.rows()) {
            ObjectNode one = rows.addObject().put("name", row.contender());
            ObjectNode figures = one.putObject("figures");
            row.figures().forEach((name, figure) -> write(figure, figures.putObject(name)));
            ratios(one, "ratios", result, figure -> result.ratio(figure, row));
            ratios(one, "ratios_of_same_way", result, figure -> result.ratioOfSameWay(figure, row));
        }
    }

    private static void ratios(
            ObjectNode row, String name, Result result, Function<String, Figure> ratioOf) {
        ObjectNode ratios = row.putObject(name);
        for (String compared : result.compared()) {
            Figure ratio = ratioOf.apply(compared);
            if (!ratio.isEmpty()) {
                write(ratio, ratios.putObject(compared));
            }
        }
    }

    private static void write(Figure figure, ObjectNode into) {
        into.put("least", figure.least());
        into.put("median", figure.median());
        into.put("most", figure.most());
        ArrayNode rounds = into.putArray("rounds");
        figure.rounds().forEach(rounds::add);
    }
}
