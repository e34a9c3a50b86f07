package dev.waybill.server.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads a database address and splits its user and password off, so that what is left may be shown.
///
/// An address it is not sure about is refused: a password with a bare `/` or `@` in it must not end up in the part
/// that is shown.
final class DatabaseUrl {
    private static final Pattern POSTGRES =
            Pattern.compile(
                    "(?:jdbc:)?postgres(?:ql)?://(?:(?<user>[^:@/?]*)(?::(?<password>[^@/?]*))?@)?"
                            + "(?<hosts>(?:[\\w.-]+|\\[[0-9A-Fa-f:]+])(?::\\d{1,5})?(?:,[\\w.-]+(?::\\d{1,5})?)*)"
                            + "/(?<database>[\\w.%~-]+)(?:\\?(?<query>[^@#?/]*))?");

    private static final Pattern PORT = Pattern.compile(":(\\d{1,5})(?=,|$)");
    private static final int MAX_PORT = 65_535;

    private DatabaseUrl() {}

    static Optional<DatabaseTarget> parse(String text) {
        if (text.equals("sqlite")) {
            return Optional.of(new DatabaseTarget.Sqlite());
        }
        Matcher url = POSTGRES.matcher(text);
        try {
            return url.matches() ? Optional.of(postgres(url)) : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional
                    .empty(); // a broken percent-encoding, no such port, or a parameter that is not
            // to be shown
        }
    }

    static String print(DatabaseTarget target) {
        return switch (target) {
            case DatabaseTarget.Sqlite _ -> "sqlite";
            case DatabaseTarget.Postgres(var jdbcUrl, var _, var _) -> jdbcUrl;
        };
    }

    private static DatabaseTarget postgres(Matcher url) {
        requirePorts(url.group("hosts"));
        String user = decoded(url.group("user"));
        String password = decoded(url.group("password"));
        List<String> shown = new ArrayList<>();
        String query = url.group("query");
        for (String parameter : query == null ? new String[0] : query.split("&")) {
            if (parameter.startsWith("user=")) {
                user = decoded(parameter.substring("user=".length()));
            } else if (parameter.startsWith("password=")) {
                password = decoded(parameter.substring("password=".length()));
            } else if (URLDecoder.decode(parameter, UTF_8)
                    .toLowerCase(Locale.ROOT)
                    .contains("password=")) {
                throw new IllegalArgumentException("another password would be shown");
            } else if (!parameter.isEmpty()) {
                shown.add(parameter);
            }
        }
        String address = "jdbc:postgresql://" + url.group("hosts") + "/" + url.group("database");
        String parameters = shown.isEmpty() ? "" : "?" + String.join("&", shown);
        return new DatabaseTarget.Postgres(address + parameters, user, password);
    }

    private static void requirePorts(String hosts) {
        Matcher port = PORT.matcher(hosts);
        while (port.find()) {
            int number = Integer.parseInt(port.group(1));
            if (number == 0 || number > MAX_PORT) {
                throw new IllegalArgumentException("there is no port " + number);
            }
        }
    }

    private static @Nullable String decoded(@Nullable String part) {
        return part == null ? null : URLDecoder.decode(part.replace("+", "%2B"), UTF_8);
    }
}
