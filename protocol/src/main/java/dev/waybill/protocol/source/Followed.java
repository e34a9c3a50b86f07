package dev.waybill.protocol.source;

import java.util.List;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// What a template has come to; `created` is false for what was there already.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record Followed(
        String templateId,
        String agentId,
        List<FollowedSource> sources,
        List<FollowedSubscription> subscriptions) {
    public Followed {
        sources = List.copyOf(sources);
        subscriptions = List.copyOf(subscriptions);
    }
}
