package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.DeliveryId;
import dev.waybill.protocol.id.MessageId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The name of a delivery: `del_<message>_<agent>`, and `~n` from the second attempt on.
public record DeliveryIds(MessageId message, AgentId agent, int attempt) {
    private static final Pattern FORM =
            Pattern.compile("del_([1-9][0-9]{0,18})_([1-9][0-9]{0,18})(?:~([1-9][0-9]{0,3}))?");

    public static DeliveryId of(MessageId message, AgentId agent, int attempt) {
        String first = "del_" + message + "_" + agent;
        return new DeliveryId(attempt == 1 ? first : first + "~" + attempt);
    }

    public DeliveryId name() {
        return of(message, agent, attempt);
    }

    /// Empty when no delivery can be called that.
    public static Optional<DeliveryIds> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            String attempt = matcher.group(3);
            return Optional.of(
                    new DeliveryIds(
                            MessageId.parse(matcher.group(1)),
                            AgentId.parse(matcher.group(2)),
                            attempt == null ? 1 : Integer.parseInt(attempt)));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
