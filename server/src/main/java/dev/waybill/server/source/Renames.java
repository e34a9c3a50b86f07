package dev.waybill.server.source;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/// Follows repositories that were renamed or have moved to another owner: the source, and what subscriptions track there, go by
/// the new name afterwards.
final class Renames {
    private final SourceTable sources;
    private final EventTable events;
    private final SubscriptionTable subscriptions;
    private final Chronicle chronicle;

    Renames(Json json, Chronicle chronicle) {
        this.sources = new SourceTable(json);
        this.events = new EventTable(json);
        this.subscriptions = new SubscriptionTable(json);
        this.chronicle = chronicle;
    }

    /// The source as it is with the event: under another name where the event tells of one. What happened before something
    /// that is known tells an old name.
    KeptSource follow(Tx tx, KeptSource source, NewEvent event, Instant now) {
        Located place = event.place();
        if (place == null
                || !place.id().equals(source.placeId())
                || source.repository().equalsIgnoreCase(place.name())
                || late(tx, source, event)) {
            return source;
        }
        rename(tx, source, place.name(), now);
        return sources.find(tx, source.id()).orElseThrow();
    }

    private boolean late(Tx tx, KeptSource source, NewEvent event) {
        Instant when = event.occurredAt();
        return when != null && events.later(tx, source.id(), when);
    }

    /// A source that says its repository in its configuration keeps its key, and so does one whose new key another has.
    private void rename(Tx tx, KeptSource source, String name, Instant now) {
        boolean byKey = !source.namesRepository() && free(tx, source, name);
        ObjectNode config = source.config().deepCopy();
        if (!byKey) {
            int slash = name.indexOf('/');
            config.put("owner", name.substring(0, slash));
            config.put("repo", name.substring(slash + 1));
        }
        sources.rename(tx, source.id(), byKey ? name : source.key(), config, now);
        subscriptions.retrack(
                tx, source, "repo:" + source.repository() + ":", "repo:" + name + ":");
        chronicle.source(tx, source, "renamed", now);
    }

    private boolean free(Tx tx, KeptSource source, String key) {
        return sources.byKey(tx, source.hostId(), source.kind(), key)
                .filter(other -> !other.id().equals(source.id()))
                .isEmpty();
    }
}
