package dev.waybill.server.schema;

/// How much work one validation may be. Schemas and values come from anyone, and some that are small take for ever.
final class Budget {
    /// The one of the validation that runs on this thread.
    static final ScopedValue<Budget> CURRENT = ScopedValue.newInstance();

    private static final long BASE = 1_000_000;
    private static final long FOR_EACH_VALUE = 100;

    private long left;

    Budget(long values) {
        this.left = BASE + values * FOR_EACH_VALUE;
    }

    /// Takes one step of the validation that runs here, if one does.
    static void spend() {
        if (CURRENT.isBound()) {
            CURRENT.get().step();
        }
    }

    private void step() {
        if (--left < 0) {
            throw new Exhausted();
        }
    }

    /// Thrown when it is spent.
    static final class Exhausted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Exhausted() {
            super("it takes too long to check this value", null, false, false);
        }
    }
}
