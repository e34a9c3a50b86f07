package dev.waybill.cli.doctor;

import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/// Whether the clock tells a plausible time and runs evenly; ids and expiries are made of it.
record ClockCheck(Instant now, Duration drift) implements Check {
    private static final int EARLIEST_YEAR = 2026;
    private static final int LATEST_YEAR = 2100;
    private static final Duration TOLERATED = Duration.ofMillis(500);

    /// Holds the wall clock against the time that really went by since the JVM started.
    static ClockCheck ofProcess() {
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        Instant now = Instant.now();
        Instant expected =
                Instant.ofEpochMilli(runtime.getStartTime()).plusMillis(runtime.getUptime());
        return new ClockCheck(now, Duration.between(expected, now).abs());
    }

    @Override
    public Finding look() {
        int year = now.atOffset(ZoneOffset.UTC).getYear();
        if (year < EARLIEST_YEAR || year > LATEST_YEAR) {
            return Finding.fail(
                    "clock", "it says " + now, "set the clock of this machine, best by NTP");
        }
        if (drift.compareTo(TOLERATED) > 0) {
            return Finding.warn(
                    "clock",
                    "it jumped by " + drift.toMillis() + " ms while this command ran",
                    "let NTP slew the clock instead of setting it");
        }
        return Finding.ok("clock", now.truncatedTo(ChronoUnit.SECONDS).toString());
    }
}
