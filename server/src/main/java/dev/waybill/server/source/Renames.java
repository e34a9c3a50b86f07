package dev.waybill.server.source;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/// Follows repositories that were renamed or have moved to another owner: the source, and what subscriptions track there, go by
/// the new name afterwards.
final class Renames {
    private final SourceTable sources;
    private final SubscriptionTable subscriptions;
    private final Chronicle chronicle;

    Renames(Json json, Chronicle chronicle) {
        this.sources = new SourceTable(json);
        this.subscriptions = new SubscriptionTable(json);
        this.chronicle = chronicle;
    }

    void located(Tx tx, KeptSource source, Located at, Instant now) {
        if (!at.id().equals(source.placeId())) {
            sources.locate(tx, source.id(), at.id());
        }
        if (at.renamed()) {
            rename(tx, source, at, now);
        }
    }

    /// A source that says its repository in its configuration keeps its key, and so does one whose new key another has.
    private void rename(Tx tx, KeptSource source, Located at, Instant now) {
        boolean byKey =
                source.key().equals(at.before())
                        && sources.byKey(tx, source.hostId(), source.kind(), at.now()).isEmpty();
        ObjectNode config = source.config().deepCopy();
        if (!byKey) {
            int slash = at.now().indexOf('/');
            config.put("owner", at.now().substring(0, slash));
            config.put("repo", at.now().substring(slash + 1));
        }
        sources.rename(tx, source.id(), byKey ? at.now() : source.key(), config, now);
        subscriptions.retrack(tx, source, "repo:" + at.before() + ":", "repo:" + at.now() + ":");
        chronicle.source(tx, source, "renamed", now);
    }
}
