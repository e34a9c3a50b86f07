package dev.waybill.faults;

import java.util.Random;

/// Where everything comes from that is left to chance, and how much of it there is.
final class Chance {
    private static final long SEED = seed();

    private Chance() {}

    /// The same numbers for the same purpose in every run with the same seed.
    static Random of(String purpose) {
        System.out.println("faults: " + purpose + " with -Dfaults.seed=" + SEED);
        return new Random(SEED ^ purpose.hashCode());
    }

    static int rounds() {
        return Integer.getInteger("faults.rounds", 2);
    }

    static int sockets() {
        return Integer.getInteger("faults.sockets", 500);
    }

    /// How many come in the same moment.
    static int rush() {
        return Integer.getInteger("faults.rush", 500);
    }

    private static long seed() {
        String given = System.getProperty("faults.seed", "");
        return given.isBlank() ? new Random().nextInt(1_000_000) : Long.parseLong(given);
    }
}
