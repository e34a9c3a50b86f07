package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/// What was sent to whom, as far as the senders know: messages are told apart by their texts.
final class Sent {
    private final Map<String, Set<String>> tried = new ConcurrentHashMap<>();
    private final Set<String> confirmed = ConcurrentHashMap.newKeySet();
    private final Map<String, String> ids = new ConcurrentHashMap<>();

    void trying(String text, Collection<String> recipients) {
        tried.put(text, Set.copyOf(recipients));
    }

    void confirmed(String text) {
        confirmed.add(text);
    }

    int confirmed() {
        return confirmed.size();
    }

    /// Nobody hears what was not sent to it, and nothing becomes two messages.
    void heard(String agent, String text, String id) {
        assertThat(tried.getOrDefault(text, Set.of())).as("recipients of %s", text).contains(agent);
        assertThat(ids.computeIfAbsent(text, _ -> id)).as("the id of %s", text).isEqualTo(id);
    }

    /// What the agent must have heard and has not.
    Set<String> missing(String agent, Set<String> heard) {
        Set<String> missing = new TreeSet<>();
        for (String text : confirmed) {
            if (tried.getOrDefault(text, Set.of()).contains(agent) && !heard.contains(text)) {
                missing.add(text);
            }
        }
        return missing;
    }
}
