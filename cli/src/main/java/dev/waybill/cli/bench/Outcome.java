package dev.waybill.cli.bench;

import dev.waybill.protocol.json.Json;
import java.net.URI;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a run came to.
record Outcome(
        URI server,
        String workspace,
        long seconds,
        long messages,
        Throughput most,
        int rate,
        Latency steady) {

    /// With as many messages as come to their end.
    record Throughput(double sendsPerSecond, double deliveriesPerSecond, Spread toConfirm) {}

    /// With a few a second.
    record Latency(Spread toAgent, Spread toConfirm) {}

    /// Milliseconds: half, 99 of a hundred and 999 of a thousand took no longer, and the slowest.
    record Spread(double half, double most, double nearlyAll, double slowest) {
        static Spread of(Histogram micros) {
            return new Spread(
                    micros.getValueAtPercentile(50) / 1e3,
                    micros.getValueAtPercentile(99) / 1e3,
                    micros.getValueAtPercentile(99.9) / 1e3,
                    micros.getMaxValue() / 1e3);
        }

        private void write(ObjectNode into) {
            into.put("p50", half).put("p99", most).put("p99_9", nearlyAll).put("max", slowest);
        }

        private String text() {
            return String.format(
                    Locale.ROOT,
                    "p50 %.1f ms   p99 %.1f ms   p99.9 %.1f ms",
                    half,
                    most,
                    nearlyAll);
        }
    }

    JsonNode document() {
        ObjectNode document = Json.emptyObject();
        document.put("url", server.toString()).put("workspace", workspace);
        document.put("seconds", seconds).put("messages", messages);
        document.put("senders", Field.SENDERS).put("agents", Field.AGENTS);
        document.put("sends_per_second", most.sendsPerSecond());
        document.put("deliveries_per_second", most.deliveriesPerSecond());
        most.toConfirm().write(document.putObject("confirm_ms_at_most"));
        document.put("rate", rate);
        steady.toAgent().write(document.putObject("delivery_ms"));
        steady.toConfirm().write(document.putObject("confirm_ms"));
        return document;
    }

    String text() {
        return String.format(
                Locale.ROOT,
                """
                %s, messages of 1 KB, %d senders, %d agents

                  as many as it takes    %,.0f sends/s, %,.0f deliveries/s
                    to confirm           %s
                  at %,d messages/s
                    to the agent         %s
                    to confirm           %s

                How to read it: a send counts when the server has said that it is safe on its disk, a delivery when
                the agent has it. p99 is what all but one in a hundred stay below; at a steady rate it includes the
                time that a message waited for its turn. This client shares the machine with a server beside it, and
                a busy disk or machine shows here first: run it twice, and take differences below a third for ties.

                The rows of %,d messages stay in the server's database, about %,d MB.""",
                server,
                Field.SENDERS,
                Field.AGENTS,
                most.sendsPerSecond(),
                most.deliveriesPerSecond(),
                most.toConfirm().text(),
                rate,
                steady.toAgent().text(),
                steady.toConfirm().text(),
                messages,
                Math.ceilDiv(messages * Consent.KILOBYTES_EACH, 1000));
    }
}
