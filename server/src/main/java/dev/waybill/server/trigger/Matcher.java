package dev.waybill.server.trigger;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.waybill.protocol.message.Mentions;
import dev.waybill.protocol.trigger.Trigger;
import dev.waybill.server.follow.Happening;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Decides whether a message fires a trigger. Patterns are matched in time that grows with the text and not faster,
/// whatever they look like, so nobody can keep the server busy with one.
final class Matcher {
    private static final int MAX_PATTERN = 1000;

    /// What is said between two is nobody else's business.
    private static final Set<String> SAID_IN_PUBLIC = Set.of("message.created", "thread.reply");

    private final Trigger trigger;
    private final @Nullable Pattern pattern;

    Matcher(Trigger trigger) {
        this.trigger = trigger;
        this.pattern = trigger.pattern() == null ? null : compile(trigger.pattern());
    }

    static Pattern compile(String pattern) {
        if (pattern.length() > MAX_PATTERN) {
            throw new Refusal(
                    Reason.INVALID_REQUEST,
                    "pattern is longer than " + MAX_PATTERN + " characters");
        }
        try {
            return Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            throw new Refusal(
                    Reason.INVALID_REQUEST,
                    "pattern cannot be used: " + e.getDescription() + " (RE2 syntax)");
        }
    }

    boolean fires(Happening happening) {
        String text = happening.text();
        return text != null
                && SAID_IN_PUBLIC.contains(happening.type())
                && !byAMachine(happening.data().path("metadata"))
                && (trigger.channel() == null || trigger.channel().equals(happening.channel()))
                && mentions(text)
                && (pattern == null || pattern.matcher(text).find());
    }

    private boolean mentions(String text) {
        JsonNode wanted = trigger.mention();
        if (wanted == null || wanted.isNull() || (wanted.isBoolean() && !wanted.asBoolean())) {
            return true;
        }
        List<String> named = Mentions.in(text);
        return wanted.isBoolean() ? !named.isEmpty() : named.contains(wanted.asString());
    }

    /// What an action or a rule says fires nothing, or they could go on forever.
    private static boolean byAMachine(JsonNode metadata) {
        return metadata.path("action_generated").asBoolean(false)
                || metadata.path("relaycast_action").asBoolean(false)
                || metadata.path("source").asString("").equals("action")
                || metadata.path("action_invocation_id").isString()
                || metadata.path("trigger_id").isString()
                || metadata.path("rule_id").isString();
    }
}
