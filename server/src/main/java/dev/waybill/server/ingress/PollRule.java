package dev.waybill.server.ingress;

import java.time.Duration;
import tools.jackson.databind.JsonNode;

/// Whether and how often a source is asked for what is new, and for how much at once.
record PollRule(boolean wanted, Duration interval, int perPage) {
    static PollRule of(JsonNode config) {
        JsonNode poll = config.path("poll");
        if (!poll.isMissingNode() && !poll.isNull() && !poll.isBoolean()) {
            throw Door.wrong("config.poll is neither true nor false");
        }
        return new PollRule(
                poll.asBoolean(false),
                Duration.ofSeconds(number(config, "pollIntervalSecs", 60, 15, 86_400)),
                number(config, "perPage", 30, 1, 100));
    }

    private static int number(JsonNode config, String name, int usual, int least, int most) {
        JsonNode number = config.path(name);
        if (number.isMissingNode() || number.isNull()) {
            return usual;
        }
        if (!number.isInt() || number.intValue() < least || number.intValue() > most) {
            throw Door.wrong("config." + name + " is not within " + least + " and " + most);
        }
        return number.intValue();
    }
}
