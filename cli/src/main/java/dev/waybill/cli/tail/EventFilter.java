package dev.waybill.cli.tail;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Which events a person wants to see. What is left empty lets everything through.
public record EventFilter(List<String> types, Set<String> channels, Set<String> agents) {

    /// Channels and agents may be written with their signs.
    public static EventFilter of(List<String> types, List<String> channels, List<String> agents) {
        return new EventFilter(List.copyOf(types), without("#", channels), without("@", agents));
    }

    private static Set<String> without(String sign, List<String> names) {
        return names.stream()
                .map(name -> name.startsWith(sign) ? name.substring(1) : name)
                .collect(Collectors.toSet());
    }

    public boolean matches(Event event) {
        return (types.isEmpty() || types.stream().anyMatch(type -> isOf(type, event.type())))
                && (channels.isEmpty() || event.channel().filter(channels::contains).isPresent())
                && (agents.isEmpty() || !Collections.disjoint(agents, event.agents()));
    }

    private static boolean isOf(String wanted, String type) {
        return wanted.endsWith("*")
                ? type.startsWith(wanted.substring(0, wanted.length() - 1))
                : type.equals(wanted);
    }
}
