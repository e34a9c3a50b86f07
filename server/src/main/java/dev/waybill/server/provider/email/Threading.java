package dev.waybill.server.provider.email;

import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Origin;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Where a letter stands in a conversation: the letter that it answers, and those before it.
///
/// @param references the earlier ones first
record Threading(List<String> references) {
    private static final Pattern ID = Pattern.compile("<[!-;=?-~]{1,400}>");

    /// Programs that show threads need the first and the last few.
    private static final int MOST = 30;

    static final Threading NONE = new Threading(List.of());

    Threading {
        references = List.copyOf(references);
    }

    /// The id of a letter as it is written in headers, if it is one.
    static Optional<String> id(String text) {
        String bare = text.strip();
        String id = bare.startsWith("<") ? bare : "<" + bare + ">";
        return ID.matcher(id).matches() && id.length() > 2 ? Optional.of(id) : Optional.empty();
    }

    static Threading of(Job job) {
        Optional<String> answered =
                Optional.ofNullable(job.handle().threadRef()).flatMap(Threading::id);
        if (answered.isEmpty()) {
            return NONE;
        }
        SequencedSet<String> all = new LinkedHashSet<>();
        if (concerns(job.origin(), answered.get())) {
            collect(job.origin().metadata().path("references"), all);
            if (all.isEmpty()) {
                collect(job.origin().metadata().path("inReplyTo"), all);
            }
        }
        all.remove(answered.get());
        all.add(answered.get());
        return new Threading(bounded(new ArrayList<>(all)));
    }

    /// Whether the event is the letter that is answered.
    private static boolean concerns(@Nullable Origin origin, String id) {
        return origin != null
                && id(origin.metadata().path("messageId").asString("")).equals(Optional.of(id));
    }

    private static void collect(JsonNode node, SequencedSet<String> into) {
        if (node.isArray()) {
            node.forEach(one -> collect(one, into));
        } else if (node.isString()) {
            Matcher found = ID.matcher(node.asString());
            while (found.find()) {
                into.add(found.group());
            }
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
