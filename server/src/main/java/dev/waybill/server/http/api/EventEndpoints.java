package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.observe.ObservedEvent;
import dev.waybill.protocol.observe.ObservedEvents;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.ledger.LedgerEvent;
import dev.waybill.server.ledger.LedgerPage;
import dev.waybill.server.ledger.LedgerTail;
import dev.waybill.server.workspace.Sight;

/// Answers what happened in the workspace, for those who were away.
public final class EventEndpoints {
    private static final int DEFAULT_LIMIT = 200;

    private final LedgerTail tail;

    public EventEndpoints(LedgerTail tail) {
        this.tail = tail;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Events",
                Route.get(
                                "/v1/workspace/events",
                                Access.of(OWNER).orObserver(ObserverScope.STREAM_READ))
                        .summary(
                                "Lists what happened, oldest first, as the stream at /v1/ws tells it; ask again from next_since.")
                        .query("since", "Only what came after this number; 0 if left out.")
                        .query(
                                "limit",
                                "How many entries of the log to look at, 1 to 500; 200 if left out or not a number.")
                        .answers(ObservedEvents.class)
                        .to(this::list));
    }

    Answer list(Call call) {
        Sight sight = Sight.of(call.caller());
        LedgerPage page =
                tail.after(
                        call.caller().workspace(),
                        number(call, "since", 0, 0, Long.MAX_VALUE),
                        (int) number(call, "limit", DEFAULT_LIMIT, 1, LedgerTail.MAX_ROWS),
                        sight::type);
        return Answer.data(
                new ObservedEvents(
                        page.events().stream()
                                .filter(sight::event)
                                .map(EventEndpoints::event)
                                .toList(),
                        page.latest(),
                        page.scannedTo()));
    }

    private static ObservedEvent event(LedgerEvent event) {
        LedgerEvent.Room room = event.room();
        return new ObservedEvent(
                event.seq(),
                event.type(),
                room == null ? null : room.id(),
                event.payload(),
                event.at());
    }

    /// Brings what makes no sense into range instead of refusing it.
    private static long number(Call call, String name, long otherwise, long least, long most) {
        try {
            return call.query(name)
                    .map(text -> Math.clamp(Long.parseLong(text), least, most))
                    .orElse(otherwise);
        } catch (NumberFormatException _) {
            return otherwise;
        }
    }
}
