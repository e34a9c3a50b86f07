package dev.waybill.protocol.message;

import java.util.List;

/// Who reacted to a message with the same emoji.
public record ReactionGroup(String emoji, int count, List<String> agents) {
    public ReactionGroup {
        agents = List.copyOf(agents);
    }
}
