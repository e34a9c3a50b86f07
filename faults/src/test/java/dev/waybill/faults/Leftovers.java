package dev.waybill.faults;

import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/// What must not outlive the tests, however these end: processes, and disks that are mounted.
final class Leftovers {
    private static final Deque<Runnable> ENDINGS = new ConcurrentLinkedDeque<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Leftovers::end, "leftovers"));
    }

    private Leftovers() {}

    /// Ends it when the tests end, unless it has gone before; what came last goes first.
    static void add(Runnable ending) {
        ENDINGS.addFirst(ending);
    }

    static void gone(Runnable ending) {
        ENDINGS.remove(ending);
    }

    private static void end() {
        ENDINGS.forEach(Runnable::run);
    }
}
