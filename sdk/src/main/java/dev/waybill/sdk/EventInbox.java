package dev.waybill.sdk;

import dev.waybill.protocol.source.InboxAck;
import dev.waybill.protocol.source.InboxAcked;
import dev.waybill.protocol.source.InboxEntry;
import dev.waybill.protocol.source.InboxEntryList;
import dev.waybill.protocol.source.InboxItem;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// What an agent has to read of what happened elsewhere. The same things come into its mailbox as messages; what is settled
/// here leaves the mailbox, and what its session has got is settled here.
///
/// ```java
/// EventInbox inbox = agent.eventInbox();
/// try (Subscription watch =
///         inbox.watch(
///                 entry -> {
///                     agent.outbound()
///                             .send(
///                                     DeliveryTarget.entry(entry.entryId()),
///                                     "On it.",
///                                     DeliveryOptions.DEFAULTS.idempotencyKey(entry.entryId()));
///                     inbox.ack(entry);
///                 })) {
///     Thread.currentThread().join();
/// }
/// ```
public final class EventInbox {
    private static final int PAGE = 200;

    private final Api api;
    private final String agent;

    EventInbox(Api api, String agent) {
        this.api = api;
        this.agent = agent;
    }

    /// Everything that is not settled, oldest first.
    public List<InboxEntry> entries() {
        List<InboxEntry> all = new ArrayList<>(page(call("entries")));
        List<InboxEntry> page = all;
        while (!page.isEmpty()) {
            page = page(call("entries").where("after_entry_id", all.getLast().entryId()));
            all.addAll(page);
        }
        return all;
    }

    private List<InboxEntry> page(Call call) {
        return List.copyOf(api.plain(call.where("limit", PAGE), InboxEntryList.class).entries());
    }

    /// One item with all that is known of it, such as one of those that a digest tells together.
    public InboxItem item(String itemId) {
        return api.plain(Call.get("agents", agent, "inbox", "items", itemId), InboxItem.class);
    }

    /// It is dealt with.
    public void ack(InboxEntry entry) {
        ack(new InboxAck(null, List.of(entry.entryId()), null));
    }

    /// It and all that came before it are dealt with; how many those are.
    public int ackThrough(InboxEntry entry) {
        return ack(new InboxAck(entry.entryId(), null, null));
    }

    public int ackAll() {
        return ack(new InboxAck(null, null, true));
    }

    private int ack(InboxAck ack) {
        return api.plain(Call.post("agents", agent, "inbox", "ack").with(ack), InboxAcked.class)
                .acked();
    }

    /// Tells each entry that is not settled, those that are there first, then those that come; one after the other, through
    /// broken connections. One for which the handler throws, and one that cannot be read, stays in the inbox, and is told to
    /// whoever watches next. It ends by itself, with a warning in the log, when the server refuses it for good (401, 403, 404).
    public Subscription watch(Consumer<InboxEntry> handler) {
        EventWatch watch = new EventWatch(api, call("watch"), handler, EventWatch.SILENCE);
        watch.start();
        return watch;
    }

    private Call call(String what) {
        return Call.get("agents", agent, "inbox", what);
    }
}
