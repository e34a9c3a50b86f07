package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.delivery.AgentBacklog;
import dev.waybill.protocol.delivery.DeliveryHistory;
import dev.waybill.protocol.delivery.DeliveryMode;
import dev.waybill.protocol.delivery.DeliveryPhase;
import dev.waybill.protocol.delivery.DeliveryView;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.server.delivery.Backlogs;
import dev.waybill.server.delivery.DeliveryIds;
import dev.waybill.server.delivery.DeliverySearch;
import dev.waybill.server.delivery.DeliverySearch.Found;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.ledger.LedgerEvent;
import dev.waybill.server.workspace.Sight;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Answers for the deliveries of a whole workspace.
public final class DeliveryDeskEndpoints {
    private static final Access READERS =
            Access.of(OWNER).orObserver(ObserverScope.DELIVERIES_READ);
    private static final Set<DeliveryPhase> WAITING =
            Set.of(
                    DeliveryPhase.HELD,
                    DeliveryPhase.OPEN,
                    DeliveryPhase.ACCEPTED,
                    DeliveryPhase.DEFERRED);

    private final DeliverySearch search;
    private final Backlogs backlogs;

    public DeliveryDeskEndpoints(DeliverySearch search, Backlogs backlogs) {
        this.search = search;
        this.backlogs = backlogs;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Deliveries of a workspace",
                Route.get("/v1/workspace/deliveries", READERS)
                        .summary(
                                "Lists deliveries to any agent, those of the newest messages first.")
                        .query(
                                "state",
                                "Only those held, open, accepted, deferred, failed, acked, dead_lettered or replaced; or waiting, which is the first four.")
                        .query("agent", "Only those to the agent of this name.")
                        .query(
                                "mode",
                                "Only those immediate, next-message, next-tool-call, on-idle or manual.")
                        .query(
                                "since",
                                "Only those made then or later: 2026-01-31T12:00:00Z, or seconds since 1970.")
                        .query("until", "Only those made before then.")
                        .query("limit", "How many, 1 to 200; 50 if left out or not a number.")
                        .query("after", "Only those that come after this one in the list.")
                        .answers(DeliveryView[].class)
                        .fails(ErrorCode.INVALID_REQUEST)
                        .to(this::list),
                Route.get("/v1/workspace/deliveries/{id}", READERS)
                        .summary("Shows a delivery with every attempt.")
                        .answers(DeliveryHistory.class)
                        .fails(ErrorCode.DELIVERY_NOT_FOUND)
                        .to(this::show),
                Route.get("/v1/workspace/backlog", READERS)
                        .summary(
                                "Counts what waits for each agent, and tells since when; agents for which nothing waits are left out.")
                        .answers(AgentBacklog[].class)
                        .to(this::backlog));
    }

    private Answer list(Call call) {
        String state = Queries.given(call, "state");
        String mode = Queries.given(call, "mode");
        String after = Queries.given(call, "after");
        DeliverySearch.Page page =
                search.list(
                        new DeliverySearch.Wanted(
                                call.caller().workspace(),
                                state == null ? Set.of() : phases(state),
                                Queries.given(call, "agent"),
                                mode == null ? null : word("mode", mode, DeliveryMode::of),
                                Queries.moment(call, "since"),
                                Queries.moment(call, "until")),
                        after == null ? null : place(after),
                        Queries.limit(call, DeliverySearch.DEFAULT_LIMIT, DeliverySearch.MAX_LIMIT),
                        found -> seen(Sight.of(call.caller()), found));
        DeliveryIds next = page.next();
        return Answer.data(page.deliveries())
                .withCursor(
                        new Answer.Cursor(next == null ? null : next.name().value(), next != null));
    }

    private Answer show(Call call) {
        Sight sight = Sight.of(call.caller());
        return Answer.data(
                search.show(
                        call.caller().workspace(), call.path("id"), found -> seen(sight, found)));
    }

    private Answer backlog(Call call) {
        Sight sight = Sight.of(call.caller());
        List<AgentBacklog> all =
                sight.unlimited()
                        ? backlogs.all(sight.workspace())
                        : backlogs.seen(
                                sight.workspace(),
                                sight.since(),
                                (agent, room) -> sight.agent(agent) && place(sight, room));
        return Answer.data(wanted(sight) ? all : List.of());
    }

    private static @Nullable DeliveryView seen(Sight sight, Found found) {
        DeliveryView view = found.view();
        if (!wanted(sight)
                || !sight.agent(view.agentId())
                || !sight.at(view.createdAt())
                || !place(sight, found.room())) {
            return null;
        }
        return sight.agent(found.sender()) ? view : view.withoutSender();
    }

    private static boolean place(Sight sight, LedgerEvent.Room room) {
        return sight.room(room.id(), room.kind(), room.name());
    }

    /// Whether the filters leave anything that is told of deliveries.
    private static boolean wanted(Sight sight) {
        return Stream.of("accepted", "delivered", "deferred", "failed", "redriven")
                .anyMatch(step -> sight.wants("delivery." + step));
    }

    private static Set<DeliveryPhase> phases(String word) {
        return word.equals("waiting") ? WAITING : Set.of(word("state", word, DeliveryPhase::of));
    }

    private static <T> T word(String name, String word, Function<String, T> parse) {
        try {
            return parse.apply(word);
        } catch (IllegalArgumentException e) {
            throw new Problem(ErrorCode.INVALID_REQUEST, name + " " + e.getMessage());
        }
    }

    private static DeliveryIds place(String text) {
        return DeliveryIds.parse(text)
                .orElseThrow(
                        () ->
                                new Problem(
                                        ErrorCode.INVALID_REQUEST,
                                        "after is not the id of a delivery: '" + text + "'"));
    }
}
