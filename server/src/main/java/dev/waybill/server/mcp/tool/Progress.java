package dev.waybill.server.mcp.tool;

import dev.waybill.server.mcp.Exchange;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Asked every moment whether a host still waits, it tells the host every few seconds that it has not been forgotten.
final class Progress implements BooleanSupplier {
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final Exchange exchange;
    private final BooleanSupplier waits;
    private final String words;
    private final Duration most;
    private final long begin = System.nanoTime();
    private Duration told = Duration.ZERO;

    Progress(Exchange exchange, BooleanSupplier waits, String words, Duration most) {
        this.exchange = exchange;
        this.waits = waits;
        this.words = words;
        this.most = most;
    }

    @Override
    public boolean getAsBoolean() {
        Duration waited = Duration.ofNanos(System.nanoTime() - begin);
        if (waited.minus(told).compareTo(PAUSE) >= 0) {
            told = waited;
            exchange.progress(seconds(waited), seconds(most), words);
        }
        return waits.getAsBoolean();
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1000.0;
    }
}
