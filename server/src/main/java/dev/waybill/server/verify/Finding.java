package dev.waybill.server.verify;

import java.util.List;

/// What was found about one thing that must hold: nothing, or what breaks it.
public record Finding(String name, String promise, List<String> breaches) {
    public Finding {
        breaches = List.copyOf(breaches);
    }

    public boolean holds() {
        return breaches.isEmpty();
    }
}
