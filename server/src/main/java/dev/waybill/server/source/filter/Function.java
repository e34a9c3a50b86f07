package dev.waybill.server.source.filter;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// What an expression may call: `contains(a, b)`, or with the first argument in front: `a|contains(b)`.
enum Function {
    CONTAINS("contains"),
    STARTS_WITH("startsWith"),
    ENDS_WITH("endsWith"),
    FORMAT("format"),
    JOIN("join"),
    MATCHES("matches"),
    GLOB("glob"),
    EXISTS("exists");

    private static final Map<String, Function> ALL =
            Arrays.stream(values())
                    .collect(Collectors.toMap(function -> function.text, function -> function));

    private final String text;

    Function(String text) {
        this.text = text;
    }

    static Optional<Function> named(String name) {
        return Optional.ofNullable(ALL.get(name));
    }
}
