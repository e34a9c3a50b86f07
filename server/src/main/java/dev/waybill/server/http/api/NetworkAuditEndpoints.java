package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.network.api.AuditRow;
import dev.waybill.protocol.network.text.Shown;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Outflow;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteDraft;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.network.read.AuditLog;
import dev.waybill.server.network.read.AuditQuery;
import dev.waybill.server.network.read.NetworkSight;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Answers for what the network decided.
final class NetworkAuditEndpoints {
    private static final String LINES = "application/jsonl";
    private static final Access READERS = Access.of(OWNER).orObserver(ObserverScope.MESSAGES_READ);
    private static final Set<String> DIRECTIONS =
            Set.of("sent", "received", "rejected", "delivered");

    private final AuditLog audit;
    private final Json json;

    NetworkAuditEndpoints(AuditLog audit, Json json) {
        this.audit = audit;
        this.json = json;
    }

    RouteTable.Section routes() {
        return RouteTable.section(
                "Audit of the network",
                NetworkPages.listed(
                                filtered(Route.get("/v1/network/audit", READERS)),
                                "Only rows older than the one with this id.")
                        .summary(
                                "Lists what was decided about messages of the network, newest first. An observer that has filters may not.")
                        .answers(AuditRow[].class)
                        .fails(ErrorCode.INVALID_REQUEST, ErrorCode.FORBIDDEN)
                        .to(this::list),
                filtered(Route.get("/v1/network/audit/export", READERS))
                        .summary(
                                "Gives all of it until now, oldest first, one JSON object in each line.")
                        .answersDocument(LINES)
                        .fails(ErrorCode.INVALID_REQUEST, ErrorCode.FORBIDDEN)
                        .to(this::export));
    }

    private static RouteDraft filtered(RouteDraft route) {
        return route.query(
                        "since",
                        "Only what was decided then or later: 2026-01-31T12:00:00Z, or seconds since 1970.")
                .query("until", "Only what was decided before then.")
                .query("peer", "Only messages of this peer or for it.")
                .query("channel", "Only messages in this channel.")
                .query("work_id", "Only messages about this work.")
                .query("direction", "Only sent, received, rejected or delivered.")
                .query("reason", "Only what was decided for this reason.")
                .query("kind", "Only messages of this kind.")
                .query("session", "Only what concerns this session.");
    }

    private Answer list(Call call) {
        return NetworkPages.answer(
                audit.list(
                        NetworkSight.of(call.caller()),
                        query(call),
                        Queries.id(call, "after", "row's id"),
                        NetworkPages.limit(call)),
                AuditRow::id);
    }

    private Answer export(Call call) {
        AuditLog.Export export = audit.export(NetworkSight.of(call.caller()), query(call));
        return new Answer.Live(
                LINES, Map.of("Cache-Control", "no-store"), outflow -> send(export, outflow));
    }

    /// One part is read when the one before has been taken.
    private void send(AuditLog.Export export, Outflow outflow) throws InterruptedException {
        List<AuditRow> rows = export.next();
        while (!rows.isEmpty() && outflow.send(lines(rows))) {
            rows = export.next();
        }
    }

    private byte[] lines(List<AuditRow> rows) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (AuditRow row : rows) {
            out.writeBytes(json.write(row));
            out.write('\n');
        }
        return out.toByteArray();
    }

    private static AuditQuery query(Call call) {
        return new AuditQuery(
                Queries.moment(call, "since"),
                Queries.moment(call, "until"),
                Queries.given(call, "peer"),
                Queries.given(call, "channel"),
                Queries.given(call, "work_id"),
                direction(Queries.given(call, "direction")),
                Queries.given(call, "reason"),
                Queries.given(call, "kind"),
                Queries.given(call, "session"));
    }

    private static @Nullable String direction(@Nullable String word) {
        if (word == null || DIRECTIONS.contains(word)) {
            return word;
        }
        throw new Problem(
                ErrorCode.INVALID_REQUEST,
                "direction is not sent, received, rejected or delivered: " + Shown.quoted(word));
    }
}
