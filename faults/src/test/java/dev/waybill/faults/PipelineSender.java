package dev.waybill.faults;

import dev.waybill.faults.World.Person;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/// Frames on a socket, many under way. When it breaks, all of them are said again on the next one, in their order.
final class PipelineSender extends Sender {
    private static final long PATIENCE_NANOS = Duration.ofSeconds(15).toNanos();

    private final Json json = new Json(JsonLimits.STORED);
    private final NavigableMap<Long, Parcel> underWay = new ConcurrentSkipListMap<>();
    private final Queue<Parcel> refused = new ConcurrentLinkedQueue<>();
    private final Semaphore room = new Semaphore(UNDER_WAY);
    private int untilRest = some();
    private volatile long heardNanos;

    PipelineSender(Desk desk, Person person, List<Target> targets, Random random) {
        super(desk, person, targets, random);
    }

    @Override
    public void run() {
        while (open()) {
            try (FrameSocket socket =
                    FrameSocket.open(desk().door().getAsInt(), person().nodeToken())) {
                work(socket, desk().history().now());
            } catch (IOException _) {
                pause();
            } catch (InterruptedException _) {
                return;
            }
        }
    }

    private void work(FrameSocket socket, long row) throws IOException, InterruptedException {
        heardNanos = System.nanoTime();
        socket.send(REGISTER);
        Thread.ofVirtual().start(() -> read(socket));
        refused.clear();
        for (Parcel parcel : underWay.values()) {
            sayAgain(socket, parcel);
        }
        while (open() || underWay.size() > refused.size()) {
            if (socket.closed() || System.nanoTime() - heardNanos > PATIENCE_NANOS) {
                throw new IOException("no answer");
            }
            Parcel again = open() ? refused.poll() : null;
            if (again != null) {
                pause();
                sayAgain(socket, again);
            } else if (room.tryAcquire(10, TimeUnit.MILLISECONDS)) {
                sayNext(socket, row);
            }
        }
    }

    private void sayNext(FrameSocket socket, long row) throws IOException {
        if (!open()) {
            room.release();
            pause();
            return;
        }
        if (underWay.isEmpty()) {
            heardNanos = System.nanoTime();
        }
        Parcel parcel = begin(row);
        underWay.put(parcel.number(), parcel);
        say(socket, parcel);
        if (--untilRest == 0) {
            untilRest = some();
            rest();
        }
    }

    private void sayAgain(FrameSocket socket, Parcel parcel) throws IOException {
        desk().history().again(parcel.text());
        say(socket, parcel);
    }

    private void say(FrameSocket socket, Parcel parcel) throws IOException {
        socket.send(
                "{\"v\":1,\"type\":\"message.send\",\"id\":\"%d\",%s%s}"
                        .formatted(
                                parcel.number(),
                                parcel.words(),
                                wantsLittle() ? ",\"answer\":\"minimal\"" : ""));
    }

    private void read(FrameSocket socket) {
        try {
            socket.read(frame -> heard(socket, json.tree(frame)));
        } catch (IOException _) {
            socket.close();
        }
    }

    private void heard(FrameSocket socket, JsonNode frame) {
        String id = frame.path("id").asString("");
        boolean reply = frame.path("type").asString("").equals("reply");
        if (id.equals("register") && !reply) {
            socket.close(); // it was not let in; it comes again
        } else if (!id.isEmpty() && Character.isDigit(id.charAt(0))) {
            heardNanos = System.nanoTime();
            settle(Long.parseLong(id), reply);
        }
    }

    /// The last words of a socket may be heard beside the first of the next.
    private synchronized void settle(long number, boolean sent) {
        Parcel parcel = underWay.get(number);
        if (parcel == null) {
            return;
        }
        if (sent && desk().history().confirmed(parcel.text())) {
            underWay.remove(number);
            room.release();
        } else {
            refused.add(parcel);
        }
    }
}
