package dev.waybill.protocol.observe;

import java.util.List;

/// A page of events. `nextSince` is where the next one begins, also when everything in between is hidden from the reader.
public record ObservedEvents(List<ObservedEvent> events, long latestSeq, long nextSince) {
    public ObservedEvents {
        events = List.copyOf(events);
    }
}
