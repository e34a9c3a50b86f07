package dev.waybill.sdk;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.source.EventAppended;
import dev.waybill.protocol.source.EventSubscription;
import dev.waybill.protocol.source.EventSubscriptionList;
import dev.waybill.protocol.source.NewEventSubscription;
import dev.waybill.protocol.source.NewSource;
import dev.waybill.protocol.source.PostedEvent;
import dev.waybill.protocol.source.Source;
import dev.waybill.protocol.source.SourceList;
import dev.waybill.protocol.source.SubscriptionRemoved;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What happens elsewhere: the sources that hear of it, and who wants to know.
///
/// ```java
/// Source builds = relay.events().source("local_event", "builds");
/// relay.events().subscribe("bob", builds, "metadata.branch == 'main'");
/// relay.events().post(builds, "run-17", "build.failed", Json.emptyObject().put("branch", "main"));
/// ```
///
/// An agent subscribes itself; who holds the key of the workspace subscribes all. What is refused is a
/// [DeliveryRefusedException].
public final class Events {
    private static final String SOURCES = "sources";
    private static final String SUBSCRIPTIONS = "event-subscriptions";

    private final Api api;

    Events(Api api) {
        this.api = api;
    }

    /// The source of that type and key, made if there is none.
    public Source source(String type, String key) {
        return source(new NewSource(null, null, null, type, key, null, null));
    }

    public Source source(NewSource wanted) {
        return api.plain(Call.post(SOURCES).with(wanted), Source.class);
    }

    public List<Source> sources() {
        return api.plain(Call.get(SOURCES), SourceList.class).sources();
    }

    /// Tells a source of something. The same id and variant are the same event.
    ///
    /// @param id what the event is called where it happened
    /// @param variant what kind it is, such as `build.failed`
    /// @param facts what filters look at, and what an agent is shown: `title`, `author`, `url`, `body`
    public EventAppended post(Source source, String id, String variant, ObjectNode facts) {
        return post(source, new PostedEvent(id, variant, null, facts, null, null, null));
    }

    public EventAppended post(Source source, PostedEvent event) {
        return api.plain(
                Call.post(SOURCES, source.sourceId(), "events").with(event), EventAppended.class);
    }

    /// The agent gets everything that the source hears of from now on.
    public EventSubscription subscribe(String agent, Source source) {
        return subscribe(agent, source, null);
    }

    /// The agent gets those events for which the expression holds.
    public EventSubscription subscribe(String agent, Source source, @Nullable String expression) {
        ObjectNode filter = expression == null ? null : Json.emptyObject().put("expr", expression);
        return subscribe(
                new NewEventSubscription(
                        agent,
                        source.sourceId(),
                        null,
                        filter,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null));
    }

    public EventSubscription subscribe(NewEventSubscription wanted) {
        return api.plain(Call.post(SUBSCRIPTIONS).with(wanted), EventSubscriptionList.class)
                .subscriptions()
                .getFirst();
    }

    public List<EventSubscription> subscriptions() {
        return api.plain(Call.get(SUBSCRIPTIONS), EventSubscriptionList.class).subscriptions();
    }

    public void unsubscribe(EventSubscription subscription) {
        api.plain(
                Call.delete(SUBSCRIPTIONS, subscription.subscriptionId()),
                SubscriptionRemoved.class);
    }

    /// What an agent has to read of all that.
    public EventInbox inbox(String agent) {
        return new EventInbox(api, agent);
    }
}
