package dev.waybill.protocol.message;

import java.util.List;

/// A message and the replies to it, oldest first.
public record MessageThread(Message parent, List<Message> replies) {
    public MessageThread {
        replies = List.copyOf(replies);
    }
}
