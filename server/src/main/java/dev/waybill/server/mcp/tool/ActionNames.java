package dev.waybill.server.mcp.tool;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The names under which actions are tools. A tool of the relay's own is never hidden by an action of the same name, and
/// two actions never share an alias; which alias an action gets depends on the names there are and not on their order.
final class ActionNames {
    private static final int MOST = 64;
    private static final int DIGITS = 6;

    private final Map<String, Named> byAction = new LinkedHashMap<>();
    private final Map<String, String> actions = new HashMap<>();

    /// What an action is called as a tool; the first name is missing where a tool of the relay's own has it.
    record Named(@Nullable String verbatim, @Nullable String alias) {}

    /// The relay's own tools are `taken`.
    ActionNames(Set<String> taken, Collection<String> names) {
        Set<String> used = new HashSet<>(taken);
        used.addAll(names);
        List<String> needy =
                names.stream()
                        .filter(name -> taken.contains(name) || !ToolNames.isSafe(name))
                        .toList();
        Map<String, Long> wanted =
                needy.stream()
                        .collect(
                                Collectors.groupingBy(
                                        name -> plain(taken, name), Collectors.counting()));
        Function<String, @Nullable String> alias =
                name -> {
                    String plain = plain(taken, name);
                    boolean free =
                            plain.length() <= MOST
                                    && !used.contains(plain)
                                    && wanted.getOrDefault(plain, 0L) == 1;
                    return free ? plain : unmistakable(plain, name);
                };
        for (String name : names) {
            byAction.put(
                    name,
                    new Named(
                            taken.contains(name) ? null : name,
                            needy.contains(name) ? alias.apply(name) : null));
        }
        names.forEach(name -> actions.put(unmistakable(plain(taken, name), name), name));
        byAction.forEach(
                (name, named) -> {
                    if (named.alias() != null) {
                        actions.put(named.alias(), name);
                    }
                });
        names.forEach(name -> actions.put(name, name));
        taken.forEach(actions::remove);
    }

    Named of(String action) {
        Named named = byAction.get(action);
        if (named == null) {
            throw new IllegalArgumentException("no names were made for action " + action);
        }
        return named;
    }

    /// The action that a tool stands for. An alias that had to be told from others goes on working when the others go.
    Optional<String> action(String tool) {
        return Optional.ofNullable(actions.get(tool));
    }

    private static String plain(Set<String> taken, String name) {
        return (taken.contains(name) ? "action_" : "") + name.replaceAll("[^A-Za-z0-9_-]", "_");
    }

    private static String unmistakable(String plain, String name) {
        String begin = plain.substring(0, Math.min(plain.length(), MOST - DIGITS - 1));
        return begin + "_" + digest(name);
    }

    private static String digest(String name) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(name.getBytes(UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java knows no SHA-256", e);
        }
    }
}
