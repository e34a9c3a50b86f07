package dev.waybill.server.ingress;

import dev.waybill.server.source.KeptSource;
import dev.waybill.server.source.Located;
import dev.waybill.server.source.Sources;
import dev.waybill.server.store.Tx;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A repository as GitHub tells of it: by the id that it has for good, and by the name that it goes by at the moment.
record Place(String id, String name) {
    /// What a webhook, a listed event or a run is about; null where it does not say.
    static @Nullable Place of(JsonNode told) {
        String id = Peek.id(told, told.path("repo").isObject() ? "/repo/id" : "/repository/id");
        String name = Peek.text(told, "/repo/name", "/repository/full_name");
        return id == null || name == null || id.length() > 40 || !Repository.named(name)
                ? null
                : new Place(id, name);
    }

    /// Keeps with the source which repository it is about.
    static void keep(Tx tx, Sources sources, KeptSource source, @Nullable Place place) {
        if (place == null) {
            return;
        }
        String before = Repository.of(source.key(), source.config()).full();
        String now = place.of(source).full();
        sources.located(tx, source, new Located(place.id(), before, now));
    }

    /// Whether it is what the source was about before, whatever it is called now.
    boolean known(KeptSource source) {
        return id.equals(source.placeId());
    }

    /// The repository of the source, by the name that it goes by if it is that one.
    Repository of(KeptSource source) {
        Repository before = Repository.of(source.key(), source.config());
        return known(source) && !before.goesBy(name) ? Repository.of(name) : before;
    }
}
