package dev.waybill.server.mcp;

import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.Making;
import dev.waybill.server.http.route.Outflow;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;

/// Brings what a request tells to its host: as one answer where that is all, as a stream otherwise. The thread of the
/// request does this and minds the connection, while another carries the request out.
final class Following {
    /// How soon it is noticed that a host has gone.
    static final Duration GLANCE = Duration.ofMillis(500);

    private static final long RETRY_MILLIS = 500;

    private static final Map<String, String> STREAM_HEADERS = Map.of("X-Accel-Buffering", "no");

    private final EventLog log;
    private final Style style;
    private final Guard guard;
    private final long reading;

    /// How the events are written: with ids, if a host may come back for them, and with a first one that is empty.
    enum Style {
        PLAIN,
        NUMBERED,
        PRIMED
    }

    /// Says, at intervals, whether the stream may go on.
    record Guard(Duration pulse, BooleanSupplier allowed) {}

    Following(EventLog log, Style style, Guard guard) {
        this.log = log;
        this.style = style;
        this.guard = guard;
        this.reading = log.attach();
    }

    /// Waits for the first word of the request and answers accordingly.
    Answer answer(Call call, Running running) throws InterruptedException {
        boolean answered = false;
        try {
            Answer answer = firstWord(call, running);
            answered = true;
            return answer;
        } finally {
            if (!answered) {
                running.gone();
            }
        }
    }

    private Answer firstWord(Call call, Running running) throws InterruptedException {
        while (call.wanted()) {
            EventLog.Step step = log.next(reading, 0, GLANCE);
            boolean only = step instanceof EventLog.Step.Next(var event) && only(event, running);
            switch (step) {
                case EventLog.Step.Next _ when only -> {
                    return alone(running);
                }
                case EventLog.Step.Next _, EventLog.Step.Taken _ -> {
                    return stream(0, running);
                }
                case EventLog.Step.End _ -> {
                    return nothing();
                }
                case EventLog.Step.Silence _ -> {
                    // look whether the host is there
                }
            }
        }
        running.gone();
        // Nobody reads this if the host has gone; if the server stops, the host does.
        return Answers.fault(running.id(), Running.stopping());
    }

    /// Sends everything after a number, and what comes.
    Answer.Live stream(long after, Running running) {
        return live(new Telling(after, running));
    }

    /// However it ends, a host that has not got its answer has gone, unless it has come back meanwhile.
    private final class Telling implements Making {
        private final long after;
        private final Running running;

        Telling(long after, Running running) {
            this.after = after;
            this.running = running;
        }

        @Override
        public void run(Outflow outflow) throws InterruptedException {
            try {
                if (send(outflow, after)) {
                    running.setDelivered();
                }
            } finally {
                abandoned();
            }
        }

        @Override
        public void abandoned() {
            if (!running.delivered()) {
                log.ifReadBy(reading, running::gone);
            }
        }
    }

    static Answer.Live live(Making making) {
        return new Answer.Live(Sse.CONTENT_TYPE, STREAM_HEADERS, making);
    }

    /// Whether everything was sent to the end.
    boolean send(Outflow outflow, long after) throws InterruptedException {
        long number = after;
        long looked = System.nanoTime();
        if (style == Style.PRIMED && !outflow.send(Sse.place(id(number), RETRY_MILLIS))) {
            return false;
        }
        while (outflow.wanted()) {
            switch (log.next(reading, number, GLANCE)) {
                case EventLog.Step.Next(var event) -> {
                    if (!outflow.send(frame(event))) {
                        return false;
                    }
                    number = event.number();
                }
                case EventLog.Step.Silence _ -> {
                    // look whether the host is there
                }
                case EventLog.Step.Taken _ -> {
                    return false;
                }
                case EventLog.Step.End _ -> {
                    return true;
                }
            }
            if (System.nanoTime() - looked > guard.pulse().toNanos()) {
                if (!guard.allowed().getAsBoolean() || !outflow.send(Sse.pulse())) {
                    return false;
                }
                looked = System.nanoTime();
            }
        }
        return false;
    }

    private byte[] frame(EventLog.Event event) {
        return style == Style.PLAIN
                ? Sse.event(event.data())
                : Sse.event(id(event.number()), event.data());
    }

    private String id(long number) {
        return log.stream() + "/" + number;
    }

    private static boolean only(EventLog.Event event, Running running) {
        Running.Reply reply = running.reply();
        return reply != null && event.data().equals(reply.text());
    }

    private static Answer alone(Running running) {
        running.setDelivered();
        Running.Reply reply = running.reply();
        return reply == null ? nothing() : Answers.json(reply.status(), reply.text());
    }

    private static Answer nothing() {
        return Answers.accepted();
    }
}
