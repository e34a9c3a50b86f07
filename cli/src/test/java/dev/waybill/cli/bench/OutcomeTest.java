package dev.waybill.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class OutcomeTest {
    private final Outcome outcome =
            new Outcome(
                    URI.create("http://127.0.0.1:7717"),
                    "bench-m1",
                    5,
                    60_001,
                    new Outcome.Throughput(12_345.6, 12_300.4, new Outcome.Spread(1, 2.5, 30, 44)),
                    1500,
                    new Outcome.Latency(
                            new Outcome.Spread(0.44, 1.26, 9, 10),
                            new Outcome.Spread(0.3, 0.9, 7, 8)));

    @Test
    void people_read_both_parts_how_to_take_them_and_what_stays() {
        assertThat(outcome.text())
                .startsWith("http://127.0.0.1:7717, messages of 1 KB, 4 senders, 10 agents\n")
                .contains(
                        """
                          as many as it takes    12,346 sends/s, 12,300 deliveries/s
                            to confirm           p50 1.0 ms   p99 2.5 ms   p99.9 30.0 ms
                          at 1,500 messages/s
                            to the agent         p50 0.4 ms   p99 1.3 ms   p99.9 9.0 ms
                            to confirm           p50 0.3 ms   p99 0.9 ms   p99.9 7.0 ms
                        """)
                .contains("How to read it: ", "take differences below a third for ties")
                .endsWith(
                        "The rows of 60,001 messages stay in the server's database, about 301 MB.");
    }

    @Test
    void percentiles_are_told_in_milliseconds() {
        Histogram micros = new Histogram(3);
        LongStream.rangeClosed(1, 1000).forEach(each -> micros.recordValue(each * 1000));

        Outcome.Spread spread = Outcome.Spread.of(micros);

        assertThat(spread.half()).isBetween(499.0, 501.0);
        assertThat(spread.most()).isBetween(989.0, 991.0);
        assertThat(spread.nearlyAll()).isBetween(998.0, 1000.0);
        assertThat(spread.slowest()).isBetween(999.0, 1001.0);
    }
}
