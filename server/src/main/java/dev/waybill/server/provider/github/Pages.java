package dev.waybill.server.provider.github;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/// The entries of a list of GitHub, from as many pages as are worth looking through.
///
/// @param complete whether there are no more
record Pages(List<JsonNode> entries, boolean complete) {
    private static final int PER_PAGE = 100;
    private static final int MAX_PAGES = 5;

    Pages {
        entries = List.copyOf(entries);
    }

    /// With what is asked for besides, such as `since=…&`.
    static Pages of(Api api, String path, String query) throws InterruptedException {
        List<JsonNode> entries = new ArrayList<>();
        for (int page = 1; page <= MAX_PAGES; page++) {
            JsonNode content =
                    api.read(
                                    "%s?%sper_page=%d%s"
                                            .formatted(
                                                    path,
                                                    query,
                                                    PER_PAGE,
                                                    page == 1 ? "" : "&page=" + page))
                            .content();
            content.forEach(entries::add);
            if (content.size() < PER_PAGE) {
                return new Pages(entries, true);
            }
        }
        return new Pages(entries, false);
    }

    Optional<JsonNode> first(Predicate<JsonNode> wanted) {
        return entries.stream().filter(wanted).findFirst();
    }

    static boolean by(JsonNode entry, String login) {
        return entry.path("user").path("login").asString("").equalsIgnoreCase(login);
    }
}
