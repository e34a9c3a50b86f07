package dev.waybill.server.rule;

import dev.waybill.protocol.rule.RuleFilter;
import dev.waybill.server.follow.EventTypes;
import dev.waybill.server.follow.Happening;
import dev.waybill.server.policy.Wildcard;
import java.util.List;
import java.util.Set;

/// Which events a rule is about.
record Interest(RuleFilter on, boolean ofAgent) {
    /// They follow from every message, hence from a rule's own: a rule about them would never come to rest.
    private static final Set<String> ENDLESS =
            Set.of("message.read", "delivery.accepted", "delivery.delivered");

    /// They tell of what is said between others, which is the owner's business at most.
    private static final Set<String> PRIVATE =
            Set.of(
                    "dm.received",
                    "group_dm.received",
                    "message.reacted",
                    "message.updated",
                    "delivery.deferred",
                    "delivery.failed",
                    "delivery.withdrawn");

    /// Refuses a type that no event such a rule may be about has.
    static void check(List<String> types, boolean ofAgent) {
        for (String type : types) {
            Wildcard wanted = new Wildcard(type);
            if (!EventTypes.any(known -> wanted.matches(known) && allowed(known, ofAgent))) {
                throw EventTypes.none(type);
            }
        }
    }

    boolean in(Happening happening) {
        return type(happening.type()) && passes(Facts.of(happening));
    }

    private boolean type(String type) {
        return allowed(type, ofAgent)
                && EventTypes.any(type::equals)
                && on.types().stream().anyMatch(wanted -> new Wildcard(wanted).matches(type));
    }

    private boolean passes(Facts facts) {
        return Wildcard.matches(on.action(), facts.action())
                && Wildcard.matches(on.caller(), facts.caller())
                && Wildcard.matches(on.agent(), facts.agent())
                && Wildcard.matches(on.channel(), facts.channel())
                && Wildcard.matches(on.error(), facts.reason());
    }

    private static boolean allowed(String type, boolean ofAgent) {
        return !ENDLESS.contains(type) && !(ofAgent && PRIVATE.contains(type));
    }
}
