package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What one agent was handed in one process. Texts are `sender:number`.
final class Handed implements MessageHandler {
    private final String name;
    private final List<String> texts = new ArrayList<>();
    private final Set<String> deliveries = new HashSet<>();
    private final List<String> twice = new ArrayList<>();

    Handed(String name) {
        this.name = name;
    }

    @Override
    public synchronized MessageReceipt receiveMessage(
            RelayMessage message, MessageContext context) {
        texts.add(message.text());
        if (!deliveries.add(context.id().value())) {
            twice.add(message.text());
        }
        return context.delivered();
    }

    synchronized long count() {
        return texts.size();
    }

    /// Every message of the sender, each once, in the order it was sent.
    synchronized void requireAllOf(String sender, int count) {
        assertThat(twice).as("handed twice to %s", name).isEmpty();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            expected.add(sender + ":" + i);
        }
        assertThat(texts.stream().filter(text -> text.startsWith(sender + ":")).toList())
                .as("what %s got of %s", name, sender)
                .isEqualTo(expected);
    }
}
