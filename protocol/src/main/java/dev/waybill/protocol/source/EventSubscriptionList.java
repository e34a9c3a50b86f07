package dev.waybill.protocol.source;

import java.util.List;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// Subscriptions of a workspace, or those that were just made.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record EventSubscriptionList(List<EventSubscription> subscriptions) {
    public EventSubscriptionList {
        subscriptions = List.copyOf(subscriptions);
    }
}
