package dev.waybill.bench.waybill;

import dev.waybill.bench.wire.HttpWire;
import dev.waybill.bench.wire.Text;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// The connections of one sender, each with one request under way at most. Called on the loop's thread.
final class Requests {
    private final List<Line> lines = new ArrayList<>();
    private final Deque<Line> free = new ArrayDeque<>();
    private final Ingress.Plan plan;
    private final String token;

    Requests(Ingress.Plan plan, int sender, int connections) {
        this.plan = plan;
        this.token = plan.senders().get(sender).token();
        for (int i = 0; i < connections; i++) {
            Line line = new Line();
            lines.add(line);
            free.add(line);
        }
    }

    /// What is good about an answer.
    interface Good {
        boolean test(int status, Text body);
    }

    /// There is a connection for each message that may be under way.
    void post(String path, String body, List<Long> numbers, Good good) {
        free.remove().post(path, body, numbers, good);
    }

    void close() {
        lines.forEach(line -> line.wire.cut());
    }

    /// One connection.
    private final class Line {
        private HttpWire wire = open();
        private List<Long> numbers = List.of();
        private Good good = (_, _) -> false;

        /// The server closes connections that are not used for a while.
        void post(String path, String body, List<Long> sent, Good expected) {
            numbers = sent;
            good = expected;
            if (!wire.isOpen()) {
                wire = open();
            }
            wire.post(path, token, Text.key(body));
        }

        private HttpWire open() {
            try {
                return HttpWire.open(
                        plan.stage().server().address(), plan.stage().loop(), this::heard);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void heard(int status, Text body) {
            List<Long> answered = numbers;
            if (!good.test(status, body)) {
                plan.heard().fault(body.toString());
            }
            free.add(this);
            answered.forEach(plan.heard()::confirmed);
        }
    }
}
