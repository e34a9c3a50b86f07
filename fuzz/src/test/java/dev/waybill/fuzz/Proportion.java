package dev.waybill.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// What reading may cost: memory in proportion to what is read, and an end.
public final class Proportion {
    private static final long ANYWAY = 16L << 20;
    private static final long FOR_A_BYTE = 16L << 10;

    /// Far beyond what a slow machine takes; whatever is not done by then never is.
    private static final long HANGS_SECONDS = 60;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Proportion() {}

    /// Reads once more where it took too much: the first time classes are loaded, too.
    public static void kept(int size, Runnable reading) {
        long most = ANYWAY + FOR_A_BYTE * size;
        if (taken(reading) > most) {
            assertThat(taken(reading)).as("memory for %d bytes", size).isLessThanOrEqualTo(most);
        }
    }

    /// The end alone, for what lives of regular expressions: the fuzzer watches those at the cost
    /// of far more memory than they take.
    public static void ended(Runnable reading) {
        taken(reading);
    }

    private static long taken(Runnable reading) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        long began = System.nanoTime();
        reading.run();
        assertThat(System.nanoTime() - began).as("time").isLessThan(HANGS_SECONDS * 1_000_000_000);
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
