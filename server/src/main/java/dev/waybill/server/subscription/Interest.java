package dev.waybill.server.subscription;

import dev.waybill.protocol.message.Mentions;
import dev.waybill.protocol.subscription.SubscriptionFilter;
import dev.waybill.server.follow.Happening;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which events a subscription wants.
record Interest(List<String> events, @Nullable SubscriptionFilter filter) {
    boolean in(Happening happening) {
        return events.contains(happening.type()) && (filter == null || passes(filter, happening));
    }

    private static boolean passes(SubscriptionFilter filter, Happening happening) {
        return (filter.channel() == null || filter.channel().equals(happening.channel()))
                && (filter.mentions() == null || mentions(happening.text(), filter.mentions()));
    }

    private static boolean mentions(@Nullable String text, String name) {
        return text != null && Mentions.in(text).contains(name);
    }
}
