package dev.waybill.server.mcp.tool;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.follow.Follower;
import dev.waybill.server.ledger.LedgerEvent;
import dev.waybill.server.ledger.LedgerPage;
import dev.waybill.server.ledger.LedgerTail;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;

/// Reads the ledger of a workspace on from the moment that somebody began to watch it. What was before is of no interest,
/// so where it stands is kept nowhere else.
final class WatchFollower implements Follower {
    private final LedgerTail tail;
    private final WorkspaceId workspace;
    private final Predicate<Change> told;
    private long seq;

    /// What has changed: what is at these addresses, and perhaps the actions there are.
    record Change(Set<String> uris, boolean actions) {
        Change {
            uris = Set.copyOf(uris);
        }
    }

    /// `told` is false when nobody listens any more.
    WatchFollower(LedgerTail tail, WorkspaceId workspace, long seq, Predicate<Change> told) {
        this.tail = tail;
        this.workspace = workspace;
        this.seq = seq;
        this.told = told;
    }

    @Override
    public Next step() {
        LedgerPage page = tail.after(workspace, seq, LedgerTail.MAX_ROWS, WatchFollower::matters);
        Set<String> uris = new LinkedHashSet<>();
        boolean actions = false;
        for (LedgerEvent event : page.events()) {
            actions |= mayChangeTools(event.type());
            addTo(uris, event);
        }
        if (!told.test(new Change(uris, actions))) {
            return new Next.End();
        }
        seq = page.scannedTo();
        return page.more() ? new Next.Again() : new Next.Idle();
    }

    /// An agent that is removed leaves its channels, and its actions go with it.
    private static boolean mayChangeTools(String type) {
        return type.startsWith("action.") || type.equals("member.left");
    }

    private static boolean matters(String type) {
        return switch (type) {
            case "message.created",
                    "thread.reply",
                    "dm.received",
                    "group_dm.received",
                    "action.registered",
                    "action.deleted" ->
                    true;
            default ->
                    type.startsWith("channel.")
                            || type.startsWith("member.")
                            || type.startsWith("agent.status.");
        };
    }

    private static void addTo(Set<String> uris, LedgerEvent event) {
        switch (event.type()) {
            case "message.created" ->
                    uris.add(RelayAddress.messages(event.payload().path("channel").asString()));
            case "thread.reply" ->
                    uris.add(RelayAddress.thread(event.payload().path("parent_id").asString()));
            case "dm.received", "group_dm.received" ->
                    uris.add(
                            RelayAddress.direct(
                                    event.payload().path("conversation_id").asString()));
            default -> {
                if (event.type().startsWith("agent.status.")) {
                    uris.add(RelayAddress.AGENTS);
                } else if (!event.type().startsWith("action.")) {
                    uris.add(RelayAddress.CHANNELS);
                }
            }
        }
    }
}
