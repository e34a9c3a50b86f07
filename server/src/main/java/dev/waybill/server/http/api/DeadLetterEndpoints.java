package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.delivery.DeadLetter;
import dev.waybill.protocol.delivery.DeadLetterDetails;
import dev.waybill.protocol.delivery.DeadReason;
import dev.waybill.protocol.delivery.RedriveRequest;
import dev.waybill.protocol.delivery.RedriveResult;
import dev.waybill.protocol.delivery.Redriven;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.server.delivery.DeadLetters;
import dev.waybill.server.delivery.DeliveryIds;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.workspace.Caller;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Answers for what was given up. The workspace sees everyone's, an agent its own.
public final class DeadLetterEndpoints {
    private final DeadLetters letters;

    public DeadLetterEndpoints(DeadLetters letters) {
        this.letters = letters;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Dead letters",
                Route.get("/v1/dead-letters", Access.of(OWNER, AGENT))
                        .summary(
                                "Lists deliveries that were given up, those of the newest messages first.")
                        .query("agent", "Only those of this agent.")
                        .query(
                                "reason",
                                "Only those given up for this: ttl_expired, deadline_passed or attempts_exhausted.")
                        .query("limit", "How many, 1 to 100; 50 if left out or not a number.")
                        .query("before", "Only those that come after this one in the list.")
                        .answers(DeadLetter[].class)
                        .fails(
                                ErrorCode.INVALID_REQUEST,
                                ErrorCode.FORBIDDEN,
                                ErrorCode.AGENT_NOT_FOUND)
                        .to(this::list),
                Route.get("/v1/dead-letters/{id}", Access.of(OWNER, AGENT))
                        .summary("Shows a dead letter with its message and every attempt.")
                        .answers(DeadLetterDetails.class)
                        .fails(ErrorCode.DELIVERY_NOT_FOUND)
                        .to(this::show),
                Route.post("/v1/dead-letters/{id}/redrive", Access.of(OWNER, AGENT))
                        .summary(
                                "Sends a dead letter again, under a new id; asked twice, it is sent once.")
                        .answers(Redriven.class)
                        .fails(ErrorCode.DELIVERY_NOT_FOUND, ErrorCode.AGENT_NOT_FOUND)
                        .to(this::redrive),
                Route.post("/v1/dead-letters/redrive", Access.of(OWNER, AGENT))
                        .summary(
                                "Sends dead letters again, oldest first: those of an agent, for a reason, or all; up to 500 at once.")
                        .mayTake(RedriveRequest.class)
                        .answers(RedriveResult.class)
                        .fails(
                                ErrorCode.INVALID_REQUEST,
                                ErrorCode.FORBIDDEN,
                                ErrorCode.AGENT_NOT_FOUND)
                        .to(this::redriveMany));
    }

    private Answer list(Call call) {
        DeadLetters.Choice choice =
                choice(call, call.query("agent").orElse(null), call.query("reason").orElse(null));
        DeadLetters.Page page =
                letters.list(
                        choice,
                        call.query("before").map(DeadLetterEndpoints::before).orElse(null),
                        Queries.limit(call, DeadLetters.DEFAULT_LIMIT, DeadLetters.MAX_LIMIT));
        List<DeadLetter> items = page.letters();
        String next = page.hasMore() ? items.getLast().id().value() : null;
        return Answer.data(items).withCursor(new Answer.Cursor(next, page.hasMore()));
    }

    private Answer show(Call call) {
        return Answer.data(letters.show(call.caller().workspace(), holder(call), call.path("id")));
    }

    private Answer redrive(Call call) {
        return Answer.data(
                letters.redrive(call.caller().workspace(), holder(call), call.path("id")));
    }

    private Answer redriveMany(Call call) {
        RedriveRequest wanted =
                call.optionalBody(RedriveRequest.class)
                        .orElseGet(() -> new RedriveRequest(null, null));
        return Answer.data(letters.redrive(choice(call, wanted.agent(), wanted.reason())));
    }

    private DeadLetters.Choice choice(Call call, @Nullable String agent, @Nullable String reason) {
        return new DeadLetters.Choice(
                call.caller().workspace(),
                agent == null ? holder(call) : chosen(call, agent),
                reason == null ? null : reason(reason));
    }

    private AgentId chosen(Call call, String name) {
        if (call.caller() instanceof Caller.Agent self) {
            if (!self.name().equals(name)) {
                throw new Problem(
                        ErrorCode.FORBIDDEN, "An agent may see its own dead letters only");
            }
            return self.agent();
        }
        return letters.agent(call.caller().workspace(), name);
    }

    private static @Nullable AgentId holder(Call call) {
        return call.caller() instanceof Caller.Agent self ? self.agent() : null;
    }

    private static DeadReason reason(String word) {
        try {
            return DeadReason.of(word);
        } catch (IllegalArgumentException e) {
            throw new Problem(ErrorCode.INVALID_REQUEST, "reason " + e.getMessage());
        }
    }

    private static DeliveryIds before(String text) {
        return DeliveryIds.parse(text)
                .orElseThrow(
                        () ->
                                new Problem(
                                        ErrorCode.INVALID_REQUEST,
                                        "before is not the id of a dead letter: '" + text + "'"));
    }
}
