package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.delivery.DeferredDelivery;
import dev.waybill.protocol.delivery.Delivery;
import dev.waybill.protocol.delivery.DeliveryItem;
import dev.waybill.protocol.delivery.DeliveryStatus;
import dev.waybill.protocol.delivery.FailedDelivery;
import dev.waybill.protocol.delivery.NewReceipt;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.server.delivery.DeliveryBook;
import dev.waybill.server.delivery.DeliveryPolls;
import dev.waybill.server.delivery.Report;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.workspace.Caller;
import java.time.Duration;
import java.util.Optional;

/// Answers for an agent's deliveries.
public final class DeliveryEndpoints {
    private static final int DEFAULT_LIMIT = 100;

    private final DeliveryBook book;
    private final DeliveryPolls polls;

    public DeliveryEndpoints(DeliveryBook book, DeliveryPolls polls) {
        this.book = book;
        this.polls = polls;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Deliveries",
                Route.get("/v1/deliveries", Access.of(AGENT))
                        .summary(
                                "Lists the agent's deliveries, oldest first. Asked without a status, it lists what is open, and from then on the agent settles each of them itself.")
                        .query(
                                "status",
                                "Only those queued (held ones, too), accepted, delivered, acked, failed or dead_lettered.")
                        .query("limit", "How many, 1 to 200; 100 if left out.")
                        .query(
                                "wait",
                                "How long to wait for something that is free to go, such as 20s or 500ms, up to 60s; not together with a status.")
                        .answers(DeliveryItem[].class)
                        .fails(ErrorCode.INVALID_REQUEST)
                        .to(this::list),
                Route.post("/v1/deliveries/{id}/ack", Access.of(AGENT))
                        .summary("Settles a delivery: the agent has dealt with it.")
                        .answers(Delivery.class)
                        .fails(ErrorCode.DELIVERY_NOT_FOUND)
                        .to(this::ack),
                Route.post("/v1/deliveries/{id}/fail", Access.of(AGENT))
                        .summary(
                                "Says that a delivery could not be dealt with; one that may be tried again comes back later under a new id.")
                        .mayTake(FailedDelivery.class)
                        .answers(Delivery.class)
                        .fails(ErrorCode.DELIVERY_NOT_FOUND)
                        .to(this::fail),
                Route.post("/v1/deliveries/{id}/defer", Access.of(OWNER, AGENT))
                        .summary(
                                "Puts a delivery off; it comes back then under a new id. The workspace may put off any, an agent its own.")
                        .takes(DeferredDelivery.class)
                        .answers(Delivery.class)
                        .fails(ErrorCode.DELIVERY_NOT_FOUND)
                        .to(this::defer),
                Route.post("/v1/deliveries/{id}/receipt", Access.of(AGENT))
                        .summary(
                                "Says what became of a delivery: accepted (taken over, not surfaced yet), delivered, deferred until available_at, or failed for a reason. The same receipt again, or one for a settled delivery, changes nothing.")
                        .takes(NewReceipt.class)
                        .answers(Delivery.class)
                        .fails(ErrorCode.DELIVERY_NOT_FOUND)
                        .to(this::receipt));
    }

    private Answer list(Call call) {
        AgentId agent = Callers.agent(call).agent();
        int limit = call.query("limit").map(DeliveryEndpoints::limit).orElse(DEFAULT_LIMIT);
        Optional<Duration> wait = call.query("wait").map(Waiting::parse);
        Optional<DeliveryStatus> status = call.query("status").map(DeliveryEndpoints::status);
        if (status.isPresent()) {
            if (wait.isPresent()) {
                throw new Problem(
                        ErrorCode.INVALID_REQUEST, "wait goes without a status, and not with one");
            }
            return Answer.data(book.withStatus(agent, status.get(), limit));
        }
        return open(
                wait.map(time -> polls.next(agent, limit, time, call::wanted))
                        .orElseGet(() -> book.open(agent, limit)));
    }

    private static Answer.Data open(DeliveryBook.Listing listing) {
        return Answer.data(listing.items()).then(listing.whenSent());
    }

    private Answer ack(Call call) {
        return Answer.data(settle(call, new Report.Delivered(null)));
    }

    private Answer fail(Call call) {
        FailedDelivery failed =
                call.optionalBody(FailedDelivery.class)
                        .orElseGet(() -> new FailedDelivery(null, null));
        return Answer.data(settle(call, Report.of(failed)));
    }

    private Answer defer(Call call) {
        Report report = Report.of(call.body(DeferredDelivery.class));
        return Answer.data(
                call.caller() instanceof Caller.Owner owner
                        ? book.settleFor(owner.workspace(), call.path("id"), report)
                        : settle(call, report));
    }

    private Answer receipt(Call call) {
        return Answer.data(settle(call, Report.of(call.body(NewReceipt.class))));
    }

    private Delivery settle(Call call, Report report) {
        return book.settle(holder(call), call.path("id"), report);
    }

    private static DeliveryBook.Holder holder(Call call) {
        Caller.Agent agent = Callers.agent(call);
        return new DeliveryBook.Holder(agent.workspace(), agent.agent());
    }

    private static DeliveryStatus status(String word) {
        try {
            return DeliveryStatus.of(word);
        } catch (IllegalArgumentException e) {
            throw new Problem(ErrorCode.INVALID_REQUEST, "status " + e.getMessage());
        }
    }

    private static int limit(String text) {
        try {
            int limit = Integer.parseInt(text);
            if (limit >= 1) {
                return Math.min(limit, DeliveryBook.MOST);
            }
        } catch (NumberFormatException _) {
            // answered below
        }
        throw new Problem(
                ErrorCode.INVALID_REQUEST,
                "limit is not a number from 1 to " + DeliveryBook.MOST + ": '" + text + "'");
    }
}
