package dev.waybill.sdk;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Who wants to hear of which events. One that throws keeps nobody else from hearing.
final class EventHandlers {
    private static final Logger LOG = System.getLogger(EventHandlers.class.getName());

    private final List<Entry> entries = new CopyOnWriteArrayList<>();

    /// Each is its own, also when the same handler is added twice.
    private static final class Entry {
        private final String type;
        private final Consumer<RelayEvent> handler;

        Entry(String type, Consumer<RelayEvent> handler) {
            this.type = type;
            this.handler = handler;
        }
    }

    Subscription add(String type, Consumer<RelayEvent> handler) {
        Entry entry = new Entry(type, handler);
        entries.add(entry);
        return () -> entries.remove(entry);
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    void tell(RelayEvent event) {
        for (Entry entry : entries) {
            if (event.is(entry.type)) {
                tell(entry, event);
            }
        }
    }

    private static void tell(Entry entry, RelayEvent event) {
        try {
            entry.handler.accept(event);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "a handler of " + entry.type + " threw", e);
        }
    }
}
