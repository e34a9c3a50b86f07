package dev.waybill.faults;

import dev.waybill.faults.World.Person;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/// Somebody who sends: makes up messages, and tries each again under its key until it is confirmed, or nobody wants it any
/// more; what became of it is not known then.
abstract sealed class Sender implements Runnable
        permits RequestSender, BatchSender, PipelineSender {
    static final String REGISTER =
            """
            {"v":1,"id":"register","type":"node.register","name":"faults","capabilities":[],"max_agents":0,"tags":[],"version":"1"}""";

    /// As in workload W2.
    static final int UNDER_WAY = 32;

    private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();
    private static final int LONGEST_REST_MILLIS = 200;

    private final Desk desk;
    private final Person person;
    private final List<Target> targets;
    private final Random random;
    private long made;

    /// What all who send share; the door is another one each time, where there are several.
    record Desk(Api api, History history, IntSupplier door, BooleanSupplier open) {}

    /// Whom a message may be for: the words that say so, and who then gets it.
    record Target(String words, Set<String> recipients) {
        static Target agent(String name) {
            return new Target("\"to\":\"" + name + "\"", Set.of(name));
        }

        static Target channel(String name, Set<String> members) {
            return new Target("\"channel\":\"" + name + "\"", members);
        }
    }

    /// A message; its text is its key.
    record Parcel(long number, String text, Target target) {
        /// As a frame or a batch says it.
        String words() {
            return "%1$s,\"text\":\"%2$s\",\"idempotency_key\":\"%2$s\""
                    .formatted(target.words(), text);
        }
    }

    Sender(Desk desk, Person person, List<Target> targets, Random random) {
        this.desk = desk;
        this.person = person;
        this.targets = targets;
        this.random = random;
    }

    Desk desk() {
        return desk;
    }

    Person person() {
        return person;
    }

    boolean open() {
        return desk.open().getAsBoolean();
    }

    /// The next one; from now on it may be under way.
    Parcel begin(long row) {
        long number = ++made;
        Parcel parcel =
                new Parcel(
                        number,
                        person.name() + "/" + number,
                        targets.get(random.nextInt(targets.size())));
        desk.history().begun(parcel.text(), parcel.target().recipients(), row);
        return parcel;
    }

    /// Answers may come in either form, whichever was asked for before.
    boolean wantsLittle() {
        return random.nextBoolean();
    }

    int some() {
        return 1 + random.nextInt(UNDER_WAY);
    }

    static void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    /// Between what is sent together.
    void rest() {
        LockSupport.parkNanos(Duration.ofMillis(random.nextInt(LONGEST_REST_MILLIS)).toNanos());
    }

    Api.Answer post(String path, String body, Api.Wish wish) throws IOException {
        return desk.api().post(desk.door().getAsInt(), path, person.token(), body, wish);
    }
}
