package dev.waybill.protocol.rule;

import org.jspecify.annotations.Nullable;

/// Who is told: everyone in a channel, or one agent.
public record RuleTarget(@Nullable String channel, @Nullable String agent) {
    public RuleTarget {
        channel = Sigils.without("#", channel);
        agent = Sigils.without("@", agent);
        if ((channel == null) == (agent == null)) {
            throw new IllegalArgumentException(
                    "exactly one of notify.channel and notify.agent must be given");
        }
    }
}
