package dev.waybill.sdk;

import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/// Tells a channel or an agent of each event it is given, once.
final class Notifier implements Consumer<ActionEvent> {
    private final RelayAgent from;
    private final String to;
    private final Function<ActionEvent, String> words;
    private final Map<String, Object> data;
    private final String id = UUID.randomUUID().toString();

    Notifier(
            RelayAgent from,
            String to,
            Function<ActionEvent, String> words,
            Map<String, Object> data) {
        this.from = from;
        this.to = to;
        this.words = words;
        this.data = Metadata.copy(data);
        if (to.startsWith("#")) {
            from.channels().open(to, null);
        }
    }

    @Override
    public void accept(ActionEvent event) {
        MessageDraft draft =
                MessageDraft.to(to, words.apply(event)).idempotencyKey(id + "-" + event.seq());
        from.send(data.isEmpty() ? draft : draft.data(data));
    }
}
