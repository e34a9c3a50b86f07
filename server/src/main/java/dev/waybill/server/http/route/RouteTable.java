package dev.waybill.server.http.route;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Every route of the server, in the order in which people should read them.
public record RouteTable(List<Section> sections) {
    public RouteTable {
        sections = List.copyOf(sections);
    }

    /// Routes that belong together under a title.
    public record Section(String title, List<Route> routes) {
        public Section {
            routes = List.copyOf(routes);
        }

        /// The same routes once more, under a path in front of their own.
        public Section alsoUnder(String prefix) {
            return new Section(
                    title,
                    Stream.concat(
                                    routes.stream(),
                                    routes.stream().map(route -> route.under(prefix)))
                            .toList());
        }
    }

    public static RouteTable of(Section... sections) {
        return new RouteTable(List.of(sections));
    }

    public static Section section(String title, Route... routes) {
        return new Section(title, List.of(routes));
    }

    /// This table with one more section at its end.
    public RouteTable with(Section section) {
        List<Section> all = new ArrayList<>(sections);
        all.add(section);
        return new RouteTable(all);
    }

    public Stream<Route> routes() {
        return sections.stream().flatMap(section -> section.routes().stream());
    }
}
