package dev.waybill.server.http.route;

import dev.waybill.server.http.route.PathTemplate.Segment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds the route for a method and a path, one path segment at a time; a literal segment goes before a parameter.
public final class Router {
    private final Node root = new Node();

    public Router(RouteTable table) {
        table.routes().forEach(this::add);
    }

    /// Takes the path as it was sent, still percent-encoded.
    public Match match(String method, String rawPath) {
        if (!rawPath.startsWith("/")) {
            return new Match.Unknown();
        }
        Search search =
                new Search(Method.of(method).orElse(null), rawPath.substring(1).split("/", -1));
        Route found = search.from(root, 0);
        if (found != null) {
            return new Match.Found(found, named(found, search.values));
        }
        return search.others.isEmpty()
                ? new Match.Unknown()
                : new Match.OtherMethods(allow(search.others));
    }

    private void add(Route route) {
        Node node = root;
        for (Segment segment : route.path().segments()) {
            node = node.child(segment);
        }
        if (node.routes.putIfAbsent(route.method(), route) != null) {
            throw new IllegalArgumentException("two routes answer " + route);
        }
    }

    private static Map<String, String> named(Route route, Deque<String> values) {
        List<String> names = route.path().parameters();
        Map<String, String> parameters = HashMap.newHashMap(names.size());
        Iterator<String> value = values.iterator();
        names.forEach(name -> parameters.put(name, PercentEncoding.decode(value.next())));
        return parameters;
    }

    private static String allow(Set<Method> methods) {
        Stream<String> implied =
                methods.contains(Method.GET) ? Stream.of("HEAD", "OPTIONS") : Stream.of("OPTIONS");
        return Stream.concat(methods.stream().map(Method::name), implied)
                .collect(Collectors.joining(", "));
    }

    /// The routes that end here, and where the next segment may lead.
    private static final class Node {
        private final Map<Method, Route> routes = new EnumMap<>(Method.class);
        private final Map<String, Node> literals = new HashMap<>();
        private @Nullable Node parameter;

        Node child(Segment segment) {
            return switch (segment) {
                case Segment.Literal(var text) -> literals.computeIfAbsent(text, _ -> new Node());
                case Segment.Parameter _ -> {
                    Node child = parameter == null ? new Node() : parameter;
                    parameter = child;
                    yield child;
                }
            };
        }
    }

    /// One walk through the tree; remembers what the parameters on its way hold.
    private static final class Search {
        private final @Nullable Method method;
        private final String[] segments;
        private final Deque<String> values = new ArrayDeque<>();
        private final Set<Method> others = EnumSet.noneOf(Method.class);

        Search(@Nullable Method method, String[] segments) {
            this.method = method;
            this.segments = segments;
        }

        @Nullable Route from(Node node, int depth) {
            if (depth == segments.length) {
                others.addAll(node.routes.keySet());
                return method == null ? null : node.routes.get(method);
            }
            String segment = segments[depth];
            Node literal = node.literals.get(segment);
            Route found = literal == null ? null : from(literal, depth + 1);
            return found != null ? found : throughParameter(node.parameter, segment, depth);
        }

        private @Nullable Route throughParameter(
                @Nullable Node parameter, String segment, int depth) {
            if (parameter == null || !fills(segment)) {
                return null;
            }
            values.addLast(segment);
            Route found = from(parameter, depth + 1);
            if (found == null) {
                values.removeLast();
            }
            return found;
        }

        private static boolean fills(String segment) {
            return !segment.isEmpty() && !segment.equals(".") && !segment.equals("..");
        }
    }
}
