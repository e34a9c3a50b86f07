package dev.waybill.bench.messaging;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/// W4: messages at a fixed rate, whether or not the server keeps up. What is late is late from when it was to be sent.
record OpenLoop(String name, int perSecond) implements Workload {
    private static final int SENDERS = 16;
    private static final int AGENTS = 100;
    private static final int WINDOW = 4096;

    OpenLoop() {
        this("W4", 1000);
    }

    @Override
    public List<Row> run(Path folder, Rounds rounds) throws Exception {
        try (Stage stage = Stage.open(folder, Map.of())) {
            List<Api.Agent> senders = stage.api().agents("sender-", SENDERS);
            List<Api.Agent> agents = stage.api().agents("agent-", AGENTS);
            InFlight inFlight = new InFlight(SENDERS * WINDOW, 1, _ -> {});
            Recipients.direct(stage, agents, frame -> inFlight.delivered(Body.number(frame)));
            Ingress ingress =
                    FrameIngress.open(
                            new Ingress.Plan(stage, senders, WINDOW, new OneToOne.InTurn(agents)),
                            inFlight);
            Thread clock =
                    Thread.ofPlatform().name("clock").start(() -> tick(stage.loop(), ingress));
            try {
                return List.of(
                        rounds.measure(
                                new Row(name, perSecond + " messages/s"),
                                stage,
                                new Rounds.Counted("messages", inFlight::completed),
                                inFlight));
            } finally {
                clock.interrupt();
                clock.join();
            }
        }
    }

    private void tick(Loop loop, Ingress ingress) {
        long due = System.nanoTime();
        for (long count = 0; !Thread.currentThread().isInterrupted(); count++) {
            due += 1_000_000_000 / perSecond;
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
            }
            long at = due;
            int sender = (int) (count % SENDERS);
            int slot = sender * WINDOW + (int) (count / SENDERS % WINDOW);
            loop.execute(() -> ingress.send(slot, at));
        }
    }
}
