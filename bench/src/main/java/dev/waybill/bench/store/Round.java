package dev.waybill.bench.store;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/// One measured stretch of one contender with a number of writers that each wait for their write.
record Round(double perSecond, double cpuMicrosPerWrite) {
    static Round run(Contender contender, int writers, Duration length, AtomicLong numbers)
            throws Exception {
        String text = "m".repeat(1024);
        LongAdder written = new LongAdder();
        CountDownLatch finished = new CountDownLatch(writers);
        long cpuBefore = cpuNanos();
        long start = System.nanoTime();
        long end = start + length.toNanos();
        for (int i = 0; i < writers; i++) {
            Thread.ofVirtual()
                    .start(
                            () -> {
                                try {
                                    while (System.nanoTime() < end) {
                                        contender.write(numbers.incrementAndGet(), text);
                                        written.increment();
                                    }
                                } catch (Exception e) {
                                    throw new IllegalStateException(
                                            contender.name() + " failed", e);
                                } finally {
                                    finished.countDown();
                                }
                            });
        }
        finished.await();
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Round(
                written.sum() / seconds,
                (cpuNanos() - cpuBefore) / 1e3 / Math.max(1, written.sum()));
    }

    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }
}
