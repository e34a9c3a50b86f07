package dev.waybill.server.provider.email;

import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Origin;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import tools.jackson.databind.JsonNode;

/// Where a letter stands in a conversation: the letter that it answers, and those before it.
///
/// @param references the earlier ones first
record Threading(List<String> references) {
    /// Programs that show threads need the first and the last few.
    private static final int MOST = 30;

    static final Threading NONE = new Threading(List.of());

    Threading {
        references = List.copyOf(references);
    }

    static Threading of(Job job) {
        Optional<String> answered =
                Optional.ofNullable(job.handle().threadRef()).flatMap(MessageIds::one);
        if (answered.isEmpty()) {
            return NONE;
        }
        SequencedSet<String> all = new LinkedHashSet<>();
        Origin origin = job.origin();
        if (origin != null && concerns(origin, answered.get())) {
            collect(origin.metadata().path("references"), all);
            if (all.isEmpty()) {
                collect(origin.metadata().path("inReplyTo"), all);
            }
        }
        all.remove(answered.get());
        all.add(answered.get());
        return new Threading(bounded(new ArrayList<>(all)));
    }

    /// Whether the event is the letter that is answered.
    private static boolean concerns(Origin origin, String id) {
        return MessageIds.one(origin.metadata().path("messageId").asString(""))
                .equals(Optional.of(id));
    }

    private static void collect(JsonNode node, SequencedSet<String> into) {
        if (node.isArray()) {
            node.forEach(one -> collect(one, into));
        } else if (node.isString()) {
            into.addAll(MessageIds.all(node.asString()));
        }
    }

    private static List<String> bounded(List<String> all) {
        if (all.size() <= MOST) {
            return all;
        }
        List<String> kept = new ArrayList<>(all.subList(all.size() - MOST + 1, all.size()));
        kept.addFirst(all.getFirst());
        return kept;
    }

    boolean isEmpty() {
        return references.isEmpty();
    }

    String answered() {
        return references.getLast();
    }
}
