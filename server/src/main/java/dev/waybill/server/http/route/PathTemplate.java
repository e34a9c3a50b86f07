package dev.waybill.server.http.route;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A path with named holes, such as `/v1/channels/{name}/messages`.
public record PathTemplate(List<Segment> segments) {
    public PathTemplate {
        segments = List.copyOf(segments);
        long names = segments.stream().flatMap(s -> s.parameter().stream()).distinct().count();
        if (names != segments.stream().flatMap(s -> s.parameter().stream()).count()) {
            throw new IllegalArgumentException("path names a parameter twice: " + segments);
        }
    }

    /// One step of the path.
    public sealed interface Segment {
        /// Must be met letter by letter.
        record Literal(String text) implements Segment {}

        /// Takes whatever stands there, under a name.
        record Parameter(String name) implements Segment {}

        default Optional<String> parameter() {
            return switch (this) {
                case Literal _ -> Optional.empty();
                case Parameter(var name) -> Optional.of(name);
            };
        }
    }

    public static PathTemplate parse(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("path does not start with a slash: " + text);
        }
        return new PathTemplate(
                Arrays.stream(text.substring(1).split("/", -1))
                        .map(PathTemplate::segment)
                        .toList());
    }

    public List<String> parameters() {
        return segments.stream().flatMap(segment -> segment.parameter().stream()).toList();
    }

    @Override
    public String toString() {
        return segments.stream()
                .map(
                        segment ->
                                switch (segment) {
                                    case Segment.Literal(var text) -> "/" + text;
                                    case Segment.Parameter(var name) -> "/{" + name + "}";
                                })
                .collect(Collectors.joining());
    }

    private static Segment segment(String text) {
        return text.startsWith("{") && text.endsWith("}")
                ? new Segment.Parameter(text.substring(1, text.length() - 1))
                : new Segment.Literal(text);
    }
}
