package dev.waybill.bench.waybill;

import dev.waybill.bench.load.Body;
import dev.waybill.bench.load.Heard;
import dev.waybill.bench.load.Rounds;
import dev.waybill.bench.load.Row;
import dev.waybill.bench.load.Shape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// What the server's HTTP allows at most: requests as large as those of W2, on as many connections, to a path that takes none.
/// Each is received and refused; nobody is recognized, nothing is read as JSON, written or delivered.
public final class RequestsAlone implements Heard {
    private static final String TAKES_NO_POST = "/health";
    private static final int REFUSED = 405;

    private final Stage stage;
    private final List<Requests> senders = new ArrayList<>();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong faults = new AtomicLong();

    private RequestsAlone(Stage stage) {
        this.stage = stage;
    }

    public static Row measure(Shape shape, Path folder, Build build, Rounds rounds)
            throws IOException, InterruptedException {
        try (Stage stage = Stage.open(folder, build)) {
            RequestsAlone alone = new RequestsAlone(stage);
            alone.begin(shape);
            try {
                return rounds.alone(
                                new Row("ceiling: HTTP alone, requests"),
                                stage.process(),
                                new Rounds.Counted("messages", alone.answered::get))
                        .add("faults", alone.faults.get());
            } finally {
                stage.loop().execute(() -> alone.senders.forEach(Requests::close));
            }
        }
    }

    private void begin(Shape shape) {
        List<Api.Agent> agents = stage.api().agents("sender-", shape.senders());
        Ingress.Plan plan = new Ingress.Plan(stage, agents, shape.window(), this);
        for (int sender = 0; sender < shape.senders(); sender++) {
            senders.add(new Requests(plan, sender, shape.window()));
        }
        for (int slot = 0; slot < shape.slots(); slot++) {
            int sender = slot % shape.senders();
            stage.loop().execute(() -> post(sender));
        }
    }

    private void post(int sender) {
        senders.get(sender)
                .post(
                        TAKES_NO_POST,
                        "{\"to\":\"agent\",\"text\":\"" + Body.begin(sender) + Body.rest() + "\"}",
                        List.of((long) sender),
                        (status, _) -> status == REFUSED);
    }

    /// Each answer makes room for the next request of its sender.
    @Override
    public void confirmed(long sender) {
        answered.incrementAndGet();
        post((int) sender);
    }

    @Override
    public void delivered(long number) {
        fault("a delivery: " + number);
    }

    @Override
    public void fault(String what) {
        faults.incrementAndGet();
        System.err.println("unexpected: " + what);
    }
}
