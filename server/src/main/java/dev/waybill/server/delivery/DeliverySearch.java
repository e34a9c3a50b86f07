package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.DeliveryHistory;
import dev.waybill.protocol.delivery.DeliveryMode;
import dev.waybill.protocol.delivery.DeliveryPhase;
import dev.waybill.protocol.delivery.DeliveryView;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.ledger.LedgerEvent;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Finds deliveries of a whole workspace, for those who look after it.
public final class DeliverySearch {
    public static final int DEFAULT_LIMIT = 50;
    public static final int MAX_LIMIT = 200;

    private static final int AT_ONCE = 500;
    private static final int MOST_LOOKED_AT = 5_000;
    private static final int MOST_ATTEMPTS = 1_000;

    private final Database database;
    private final DeliverySearchTable table;

    public DeliverySearch(Database database, Mailboxes mailboxes, DeliveryLimits limits) {
        this.database = database;
        this.table = new DeliverySearchTable(limits.timeToLive(), mailboxes);
    }

    /// Which deliveries are meant: in one of these states, or in any if there is none; of the agent of that name; in that
    /// mode; made since the one moment and before the other.
    public record Wanted(
            WorkspaceId workspace,
            Set<DeliveryPhase> phases,
            @Nullable String agent,
            @Nullable DeliveryMode mode,
            @Nullable Instant since,
            @Nullable Instant until) {
        public Wanted {
            phases = Set.copyOf(phases);
        }
    }

    /// A delivery, and what decides who may see it.
    public record Found(DeliveryView view, LedgerEvent.Room room, AgentId sender) {}

    /// Some deliveries, and where to go on if there may be more.
    public record Page(List<DeliveryView> deliveries, @Nullable DeliveryIds next) {
        public Page {
            deliveries = List.copyOf(deliveries);
        }
    }

    /// Newest message first. `sight` leaves of each what may be seen, or nothing; when much is hidden, a page may hold less
    /// than there is room for.
    public Page list(
            Wanted wanted,
            @Nullable DeliveryIds after,
            int limit,
            Function<Found, @Nullable DeliveryView> sight) {
        List<DeliveryView> shown = new ArrayList<>();
        DeliveryIds place = after;
        for (int looked = 0; looked < MOST_LOOKED_AT; looked += AT_ONCE) {
            DeliveryIds from = place;
            List<Found> some = database.read(tx -> table.list(tx, wanted, from, AT_ONCE));
            for (Found found : some) {
                DeliveryView view = fits(wanted, found) ? sight.apply(found) : null;
                if (view != null && shown.size() == limit) {
                    return new Page(shown, place);
                }
                if (view != null) {
                    shown.add(view);
                }
                place = ids(found.view());
            }
            if (some.size() < AT_ONCE) {
                return new Page(shown, null);
            }
        }
        return new Page(shown, place);
    }

    /// One delivery with all attempts.
    public DeliveryHistory show(
            WorkspaceId workspace, String id, Function<Found, @Nullable DeliveryView> sight) {
        DeliveryIds wanted = DeliveryIds.parse(id).orElseThrow(() -> notFound(id));
        List<DeliveryView> attempts = new ArrayList<>();
        for (Found found :
                database.read(tx -> table.attempts(tx, workspace, wanted, MOST_ATTEMPTS))) {
            DeliveryView view = sight.apply(found);
            if (view != null) {
                attempts.add(view);
            }
        }
        return attempts.stream()
                .filter(attempt -> attempt.attempt() == wanted.attempt())
                .findFirst()
                .map(delivery -> new DeliveryHistory(delivery, attempts))
                .orElseThrow(() -> notFound(id));
    }

    private static boolean fits(Wanted wanted, Found found) {
        return (wanted.mode() == null || found.view().mode() == wanted.mode())
                && (wanted.phases().isEmpty() || wanted.phases().contains(found.view().state()));
    }

    private static DeliveryIds ids(DeliveryView view) {
        return new DeliveryIds(view.messageId(), view.agentId(), view.attempt());
    }

    private static Refusal notFound(String id) {
        return new Refusal(Reason.DELIVERY_NOT_FOUND, "Delivery \"" + id + "\" not found");
    }
}
