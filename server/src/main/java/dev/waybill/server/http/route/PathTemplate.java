package dev.waybill.server.http.route;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A path with named holes, such as `/v1/channels/{name}/messages`. What every request asks for is made once.
public final class PathTemplate {
    private final List<Segment> segments;
    private final List<String> parameters;
    private final String text;

    private PathTemplate(String text, List<Segment> segments) {
        this.text = text;
        this.segments = segments;
        this.parameters =
                segments.stream().flatMap(segment -> segment.parameter().stream()).toList();
        if (parameters.stream().distinct().count() != parameters.size()) {
            throw new IllegalArgumentException("path names a parameter twice: " + text);
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
                text,
                Arrays.stream(text.substring(1).split("/", -1))
                        .map(PathTemplate::segment)
                        .toList());
    }

    public List<Segment> segments() {
        return segments;
    }

    public List<String> parameters() {
        return parameters;
    }

    @Override
    public String toString() {
        return text;
    }

    private static Segment segment(String text) {
        return text.startsWith("{") && text.endsWith("}")
                ? new Segment.Parameter(text.substring(1, text.length() - 1))
                : new Segment.Literal(text);
    }
}
