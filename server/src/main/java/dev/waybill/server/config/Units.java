package dev.waybill.server.config;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Whole numbers with a unit behind them, such as `10s` or `16KiB`, counted in the smallest unit.
record Units(List<Unit> largestFirst) {
    static final Units TIME =
            new Units(
                    List.of(
                            new Unit("h", 3_600_000),
                            new Unit("m", 60_000),
                            new Unit("s", 1_000),
                            new Unit("ms", 1)));
    static final Units SIZE =
            new Units(
                    List.of(
                            new Unit("GiB", 1 << 30),
                            new Unit("MiB", 1 << 20),
                            new Unit("KiB", 1 << 10),
                            new Unit("", 1)));

    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,10})([A-Za-z]*)");

    Optional<Long> parse(String text) {
        Matcher amount = AMOUNT.matcher(text);
        if (!amount.matches()) {
            return Optional.empty();
        }
        return largestFirst.stream()
                .filter(unit -> unit.name.equals(amount.group(2)))
                .findFirst()
                .map(unit -> Long.parseLong(amount.group(1)) * unit.factor);
    }

    /// In the largest unit that needs no fraction.
    String print(long amount) {
        return largestFirst.stream()
                .filter(unit -> amount >= unit.factor && amount % unit.factor == 0)
                .findFirst()
                .map(unit -> amount / unit.factor + unit.name)
                .orElse(amount + largestFirst.getLast().name);
    }

    /// A unit's name and how many of the smallest it holds.
    record Unit(String name, int factor) {}
}
