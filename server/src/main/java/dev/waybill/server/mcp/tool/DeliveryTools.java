package dev.waybill.server.mcp.tool;

import static dev.waybill.server.mcp.tool.Parameter.flag;
import static dev.waybill.server.mcp.tool.Parameter.number;
import static dev.waybill.server.mcp.tool.Parameter.text;
import static dev.waybill.server.mcp.tool.Parameter.word;
import static dev.waybill.server.mcp.tool.Paths.get;
import static dev.waybill.server.mcp.tool.Paths.post;
import static dev.waybill.server.mcp.tool.Paths.query;
import static dev.waybill.server.mcp.tool.RelayTool.tool;

import dev.waybill.protocol.time.Rfc3339;
import dev.waybill.server.http.route.LocalRequest;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The tools for what is on its way to an agent.
final class DeliveryTools {
    static final int LONGEST_WAIT = 20;
    private static final int LONGEST_DELAY = 30 * 24 * 3600;
    private static final Parameter DELIVERY =
            text("delivery_id", "The id of the delivery, from check_deliveries.").must();

    private final InstantSource clock;

    DeliveryTools(InstantSource clock) {
        this.clock = clock;
    }

    List<RelayTool> all() {
        return List.of(
                tool(
                                "check_deliveries",
                                "Check deliveries",
                                "Lists what is open for you, oldest first, with its mode, reason and priority. Settle each with ack_delivery, fail_delivery or defer_delivery.")
                        .takes(
                                number("limit", "How many, 1 to 200; 100 if left out."),
                                number(
                                        "wait_seconds",
                                        "How long to wait for something when nothing is open, 0 to 20."),
                                word(
                                        "status",
                                        List.of(
                                                "queued",
                                                "accepted",
                                                "delivered",
                                                "acked",
                                                "failed",
                                                "dead_lettered"),
                                        "Only those; queued shows what is held back, too. Not together with wait_seconds."))
                        .reads()
                        .lists("deliveries", DeliveryTools::check),
                tool(
                                "ack_delivery",
                                "Acknowledge delivery",
                                "Settles a delivery: you have dealt with it.")
                        .takes(DELIVERY)
                        .repeats()
                        .calls(given -> settle(given, "ack")),
                tool(
                                "fail_delivery",
                                "Fail delivery",
                                "Says that you cannot deal with a delivery; one that may be tried again comes back later under a new id.")
                        .takes(
                                DELIVERY,
                                text("error", "Why."),
                                flag("retryable", "Whether it may be tried again."))
                        .repeats()
                        .calls(
                                given ->
                                        settle(given, "fail")
                                                .with(given.only("error", "retryable"))),
                tool(
                                "defer_delivery",
                                "Defer delivery",
                                "Puts a delivery off; it comes back then under a new id.")
                        .takes(
                                DELIVERY,
                                number("delay_seconds", "In how many seconds it comes back."),
                                text("available_at", "Or when, such as 2030-01-31T12:00:00Z."),
                                text("reason", "Why."))
                        .repeats()
                        .gives(this::defer),
                tool(
                                "flush_deliveries",
                                "Flush deliveries",
                                "Lets go what is held back for you, such as messages of mode manual: all of it, or one delivery.")
                        .takes(text("delivery_id", "Only this one."))
                        .repeats()
                        .calls(
                                given ->
                                        post("deliveries", "flush")
                                                .with(given.only("delivery_id"))));
    }

    private static LocalRequest check(Arguments given) {
        LocalRequest request = query(get("deliveries"), given, "limit", "status");
        return given.seconds("wait_seconds", LONGEST_WAIT)
                .filter(seconds -> seconds > 0)
                .map(seconds -> request.query("wait", seconds + "s"))
                .orElse(request);
    }

    private @Nullable JsonNode defer(Turn turn) {
        Arguments given = turn.arguments();
        ObjectNode body = given.only("available_at", "reason");
        given.seconds("delay_seconds", LONGEST_DELAY)
                .ifPresent(
                        seconds ->
                                body.put(
                                        "available_at",
                                        Rfc3339.format(clock.instant().plusSeconds(seconds))));
        if (!body.has("available_at")) {
            throw ToolFault.argument("delay_seconds or available_at is missing");
        }
        return turn.ask(settle(given, "defer").with(body));
    }

    private static LocalRequest settle(Arguments given, String how) {
        return post("deliveries", given.text("delivery_id"), how);
    }
}
