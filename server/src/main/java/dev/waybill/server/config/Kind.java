package dev.waybill.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The form of a setting's value: what is accepted, in words, how it is read, and how it is shown.
record Kind<T>(
        String accepted,
        Style style,
        Function<String, Optional<T>> parser,
        Function<T, String> printer) {

    /// How a value stands in a TOML file, and whether it may be shown at all.
    enum Style {
        BARE,
        QUOTED,
        /// What was written may hold a password, so it is never repeated; only the printed form is.
        SENSITIVE
    }

    static Kind<String> host() {
        return new Kind<>(
                "a host name or address, such as 127.0.0.1, 0.0.0.0 or ::1 (without brackets)",
                Style.QUOTED,
                text -> Optional.of(text).filter(host -> host.matches("[\\w.:%-]+")),
                host -> host);
    }

    static Kind<String> like(String pattern, String accepted) {
        return new Kind<>(
                accepted,
                Style.QUOTED,
                text -> Optional.of(text).filter(word -> word.matches(pattern)),
                word -> word);
    }

    static Kind<String> secret(int minLength) {
        return secretLike(
                "[!-~]{" + minLength + ",}", "at least " + minLength + " visible ASCII characters");
    }

    /// A secret of any form, such as a key of several lines.
    static Kind<String> secretText() {
        return secretLike("(?s).*\\S.*", "a text that is not empty");
    }

    static Kind<String> secretLike(String pattern, String accepted) {
        return new Kind<>(
                accepted,
                Style.SENSITIVE,
                text -> Optional.of(text).filter(secret -> secret.matches(pattern)),
                _ -> "(hidden)");
    }

    static Kind<Integer> integer(int min, int max) {
        return new Kind<>(
                "a whole number from " + min + " to " + max,
                Style.BARE,
                text ->
                        Optional.of(text)
                                .filter(digits -> digits.matches("-?\\d{1,9}"))
                                .map(Integer::valueOf)
                                .filter(value -> value >= min && value <= max),
                String::valueOf);
    }

    static Kind<Boolean> truth() {
        return new Kind<>(
                "true or false",
                Style.BARE,
                text ->
                        switch (text) {
                            case "true" -> Optional.of(true);
                            case "false" -> Optional.of(false);
                            default -> Optional.empty();
                        },
                String::valueOf);
    }

    static Kind<Integer> bytes(int min, int max) {
        return new Kind<>(
                "a size such as 16KiB or 1MiB, from "
                        + Units.SIZE.print(min)
                        + " to "
                        + Units.SIZE.print(max),
                Style.QUOTED,
                text ->
                        Units.SIZE
                                .parse(text)
                                .filter(size -> size >= min && size <= max)
                                .map(Long::intValue),
                size -> Units.SIZE.print(size));
    }

    static Kind<Long> size(long min, long max) {
        return new Kind<>(
                "a size such as 16KiB, 1MiB or 2GiB, from "
                        + Units.SIZE.print(min)
                        + " to "
                        + Units.SIZE.print(max),
                Style.QUOTED,
                text -> Units.SIZE.parse(text).filter(size -> size >= min && size <= max),
                size -> Units.SIZE.print(size));
    }

    static Kind<List<Network>> networks() {
        return new Kind<>(
                "networks with commas between them, such as 127.0.0.0/8, ::1/128",
                Style.QUOTED,
                Kind::parseNetworks,
                networks ->
                        networks.stream().map(Network::toString).collect(Collectors.joining(", ")));
    }

    static Kind<List<String>> lines(String accepted) {
        return new Kind<>(
                accepted,
                Style.QUOTED,
                text -> Optional.of(pieces(text, "\\R")),
                lines -> String.join("\n", lines));
    }

    static Kind<List<String>> words(String accepted) {
        return new Kind<>(
                accepted,
                Style.QUOTED,
                text -> Optional.of(pieces(text, ",")),
                words -> String.join(", ", words));
    }

    static Kind<Duration> duration(Duration min, Duration max) {
        return new Kind<>(
                "a duration such as 500ms, 10s, 2m or 1h, from " + print(min) + " to " + print(max),
                Style.QUOTED,
                text ->
                        Units.TIME
                                .parse(text)
                                .map(Duration::ofMillis)
                                .filter(
                                        time ->
                                                time.compareTo(min) >= 0
                                                        && time.compareTo(max) <= 0),
                Kind::print);
    }

    static Kind<Path> path() {
        return new Kind<>(
                "a path",
                Style.QUOTED,
                text ->
                        text.isBlank() || text.indexOf('\0') >= 0
                                ? Optional.empty()
                                : Optional.of(Path.of(text)),
                Path::toString);
    }

    static <E extends Enum<E>> Kind<E> oneOf(E[] constants) {
        return new Kind<>(
                Arrays.stream(constants)
                        .map(Kind::word)
                        .collect(Collectors.joining(", ", "one of ", "")),
                Style.QUOTED,
                text ->
                        Arrays.stream(constants)
                                .filter(constant -> word(constant).equals(text))
                                .findFirst(),
                Kind::word);
    }

    static Kind<DatabaseTarget> database() {
        return new Kind<>(
                "sqlite, or postgresql://user:password@host:port/database with special characters"
                        + " percent-encoded",
                Style.SENSITIVE,
                DatabaseUrl::parse,
                DatabaseUrl::print);
    }

    private static Optional<List<Network>> parseNetworks(String text) {
        List<Network> networks =
                Arrays.stream(text.split(","))
                        .map(Network::parse)
                        .flatMap(Optional::stream)
                        .toList();
        boolean all = text.isBlank() || networks.size() == text.split(",", -1).length;
        return all ? Optional.of(networks) : Optional.empty();
    }

    private static List<String> pieces(String text, String between) {
        return Arrays.stream(text.split(between))
                .map(String::strip)
                .filter(piece -> !piece.isEmpty())
                .toList();
    }

    private static String print(Duration time) {
        return Units.TIME.print(time.toMillis());
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
