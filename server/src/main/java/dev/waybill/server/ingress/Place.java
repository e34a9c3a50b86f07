package dev.waybill.server.ingress;

import dev.waybill.server.source.KeptSource;
import dev.waybill.server.source.Located;
import dev.waybill.server.source.NewEvent;
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

    /// Keeps with the source which repository it is about, when that is told for the first time.
    static void keep(Tx tx, Sources sources, KeptSource source, @Nullable Place place) {
        if (place != null && source.placeId() == null) {
            sources.located(tx, source.id(), place.id());
        }
    }

    /// Whether it is what the source was about before, whatever it is called now.
    boolean known(KeptSource source) {
        return id.equals(source.placeId());
    }

    /// What is wrong if it goes by the name of what the source was about before, and is another; null if it does not.
    @Nullable String mistaken(KeptSource source) {
        return source.placeId() != null && !known(source) && before(source).goesBy(name)
                ? "another repository goes by "
                        + name
                        + " now; if that is the one that is meant, set config.owner and config.repo"
                : null;
    }

    /// The event, which happened here if the source is known to be about this place.
    NewEvent holding(NewEvent event, KeptSource source) {
        return known(source) ? event.in(new Located(id, name)) : event;
    }

    /// The repository of the source, by the name that it goes by if it is that one.
    Repository of(KeptSource source) {
        Repository before = before(source);
        return known(source) && !before.goesBy(name) ? Repository.of(name) : before;
    }

    private static Repository before(KeptSource source) {
        return Repository.of(source.key(), source.config());
    }
}
