package dev.waybill.server.network;

import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.api.CapabilityEntry;
import dev.waybill.protocol.network.json.RawJson;
import dev.waybill.protocol.network.json.Tree;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What somebody wants to know beyond the card, by the extensions of its question.
///
/// @param wantsCatalog whether everything about what a peer can do is asked for
/// @param only the capabilities that are asked for; all if null
record Inquiry(boolean wantsCatalog, @Nullable List<String> only) {
    private static final String INCLUDE = "agh.include";
    private static final String IDS = "agh.capability_ids";

    static Inquiry of(Envelope request) {
        boolean catalog = words(request.ext().get(INCLUDE)).contains("capability_catalog");
        RawJson ids = request.ext().get(IDS);
        return new Inquiry(catalog, ids == null ? null : words(ids));
    }

    List<CapabilityEntry> choose(List<CapabilityEntry> all) {
        List<String> wanted = only;
        return wanted == null
                ? all
                : all.stream().filter(entry -> wanted.contains(entry.id())).toList();
    }

    private static List<String> words(@Nullable RawJson value) {
        return value != null && value.tree() instanceof Tree.Items items
                ? items.items().stream()
                        .filter(Tree.Text.class::isInstance)
                        .map(item -> ((Tree.Text) item).value())
                        .toList()
                : List.of();
    }
}
