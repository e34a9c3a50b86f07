package dev.waybill.server.source;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Ends subscriptions whose resource has come to its end, or whose time is over.
final class Lifecycle {
    private static final int MOST = 1_000;

    private final SubscriptionTable subscriptions;
    private final Chronicle chronicle;

    Lifecycle(Json json, Chronicle chronicle) {
        this.subscriptions = new SubscriptionTable(json);
        this.chronicle = chronicle;
    }

    /// If the event is the end of something, those who track it at the same host end after their time of grace.
    void observe(Tx tx, KeptSource source, KeptEvent event, Instant now) {
        terminal(source, event)
                .ifPresent(
                        tracked ->
                                subscriptions
                                        .tracking(
                                                tx,
                                                source.workspace(),
                                                source.hostId(),
                                                tracked,
                                                MOST)
                                        .forEach(one -> retire(tx, one, event, now)));
    }

    private void retire(Tx tx, KeptSubscription subscription, KeptEvent event, Instant now) {
        if (!subscription.cleanup().onTerminal()) {
            return;
        }
        long grace = Objects.requireNonNullElse(subscription.cleanup().gracePeriodSecs(), 0L);
        if (subscriptions.retire(tx, subscription.id(), event.occurredAt().plusSeconds(grace))) {
            chronicle.subscription(tx, subscription, "retiring", now);
        }
    }

    /// What has come to its end with the event.
    static Optional<String> terminal(KeptSource source, KeptEvent event) {
        if (source.type() != SourceType.GITHUB_REPO) {
            return Optional.empty();
        }
        JsonNode metadata = event.metadata();
        String repository = repository(source, metadata);
        String number = metadata.path("number").asString("");
        if (number.isEmpty()) {
            return Optional.empty();
        }
        return switch (event.variant()) {
            case "PullRequestEvent.closed", "PullRequestEvent.merged" ->
                    Optional.of("repo:" + repository + ":pr:" + number);
            case "IssuesEvent.closed" -> Optional.of("repo:" + repository + ":issue:" + number);
            default -> Optional.empty();
        };
    }

    /// As the source names it, which is how it is tracked.
    private static String repository(KeptSource source, JsonNode metadata) {
        String owner = metadata.path("owner").asString("");
        String name = metadata.path("repo").asString("");
        return owner.isEmpty() || name.isEmpty()
                ? metadata.path("repoFullName").asString(source.key())
                : owner + "/" + name;
    }

    /// Whether there are any.
    boolean due(ReadTx tx, Instant now) {
        return !subscriptions.retired(tx, now, 1).isEmpty()
                || !subscriptions.orphans(tx, 1).isEmpty();
    }

    /// Takes away those whose time has come, and those of agents that are no more; true if there may be more of them.
    boolean sweep(Tx tx, Instant now, int atMost) {
        var over = subscriptions.retired(tx, now, atMost);
        over.forEach(one -> end(tx, one, "retired", now));
        var orphans = subscriptions.orphans(tx, atMost);
        orphans.forEach(one -> end(tx, one, "removed", now));
        return over.size() == atMost || orphans.size() == atMost;
    }

    private void end(Tx tx, KeptSubscription subscription, String what, Instant now) {
        if (subscriptions.delete(tx, subscription.id())) {
            chronicle.subscription(tx, subscription, what, now);
        }
    }
}
