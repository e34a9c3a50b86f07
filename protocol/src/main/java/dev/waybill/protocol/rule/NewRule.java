package dev.waybill.protocol.rule;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.waybill.protocol.delivery.DeliveryMode;
import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.delivery.Priority;
import dev.waybill.protocol.message.InjectionMode;
import org.jspecify.annotations.Nullable;

/// Asks for somebody to be told of each event that matches. The text may have gaps like `{action}`.
public record NewRule(
        @Nullable String name,
        RuleFilter on,
        @JsonProperty(Rule.NOTIFY) RuleTarget target,
        @Nullable String text,
        @Nullable InjectionMode mode,
        @Nullable DeliveryMode deliveryMode,
        @Nullable Priority priority,
        @Nullable Long ttlMs,
        @Nullable Boolean enabled) {
    private static final int MAX_NAME = 100;
    private static final int MAX_TEXT = 4000;

    public NewRule {
        DeliveryTerms.check(ttlMs, null);
        if (name != null
                && (name.isBlank()
                        || name.length() > MAX_NAME
                        || !name.equals(name.strip())
                        || name.codePoints().anyMatch(Character::isISOControl))) {
            throw new IllegalArgumentException(
                    "name is not 1 to "
                            + MAX_NAME
                            + " visible characters, or has spaces at an end");
        }
        if (text != null && (text.isBlank() || text.length() > MAX_TEXT)) {
            throw new IllegalArgumentException("text is not 1 to " + MAX_TEXT + " characters long");
        }
    }
}
