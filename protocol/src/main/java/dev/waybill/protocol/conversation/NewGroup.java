package dev.waybill.protocol.conversation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Asks for a conversation of several agents; who asks takes part.
public record NewGroup(List<String> participants, @Nullable String name) {
    private static final int MOST = 100;
    private static final int MAX_NAME = 128;

    public NewGroup {
        if (participants.isEmpty() || participants.size() > MOST) {
            throw new IllegalArgumentException(
                    "participants are not 1 to " + MOST + ": " + participants.size());
        }
        if (name != null && name.length() > MAX_NAME) {
            throw new IllegalArgumentException("name is longer than " + MAX_NAME + " characters");
        }
        participants = List.copyOf(participants);
    }
}
