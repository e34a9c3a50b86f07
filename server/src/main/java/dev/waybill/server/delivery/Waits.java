package dev.waybill.server.delivery;

import dev.waybill.server.store.Database;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Where those wait who asked for something that is not there yet. The ring carries no data: whoever hears it looks into
/// the store.
public final class Waits<K> {
    public static final Duration LONGEST = Duration.ofSeconds(60);

    /// How soon it is noticed that nobody wants the answer any more.
    private static final Duration GLANCE = Duration.ofMillis(500);

    private final Map<K, List<Place>> waiting = new ConcurrentHashMap<>();
    private final Map<K, List<Runnable>> listening = new ConcurrentHashMap<>();
    private final Duration lookAgain;

    /// Other servers may write to the store, whose rings are not heard here; so now and then it is looked into anyway.
    public Waits(Duration lookAgain) {
        this.lookAgain = lookAgain;
    }

    public static <K> Waits<K> over(Database database) {
        return new Waits<>(database.dialect().isShared() ? Duration.ofSeconds(2) : LONGEST);
    }

    /// From now on no ring is missed, until the place is closed.
    public Place enter(K what) {
        Place place = new Place(what);
        add(waiting, what, place);
        return place;
    }

    /// Has somebody told each time, until it is closed. Whoever listens must be quick.
    public AutoCloseable listen(K what, Runnable bell) {
        add(listening, what, bell);
        return () -> remove(listening, what, bell);
    }

    /// It has come; to be called after the commit.
    public void ring(K what) {
        List<Place> places = waiting.get(what);
        if (places != null) {
            places.forEach(Place::ring);
        }
        List<Runnable> bells = listening.get(what);
        if (bells != null) {
            bells.forEach(Runnable::run);
        }
    }

    /// Leaves it to one of those who wait to see that it is heard of; false where nobody waits.
    public boolean entrust(K what) {
        return waiting.computeIfPresent(
                        what,
                        (_, places) -> {
                            places.getFirst().entrusted = true;
                            return places;
                        })
                != null;
    }

    public int count() {
        return waiting.values().stream().mapToInt(List::size).sum();
    }

    /// The place of one who waits.
    public final class Place implements AutoCloseable {
        private final K what;
        private final Semaphore rings = new Semaphore(0);
        private volatile boolean entrusted;

        private Place(K what) {
            this.what = what;
        }

        /// Waits until there is reason to look into the store; false when the time is over, or when the answer is no
        /// longer `wanted`.
        public boolean goOn(long end, BooleanSupplier wanted) {
            long lookAt = System.nanoTime() + lookAgain.toNanos();
            try {
                while (true) {
                    long now = System.nanoTime();
                    if (end - now <= 0 || !wanted.getAsBoolean()) {
                        return false;
                    }
                    if (lookAt - now <= 0 || await(Math.min(end - now, GLANCE.toNanos()))) {
                        return true;
                    }
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        public boolean isFor(K other) {
            return what.equals(other);
        }

        /// Whether what came was left to this one, and is heard of nowhere else.
        public boolean entrusted() {
            return entrusted;
        }

        private boolean await(long nanos) throws InterruptedException {
            boolean rung = rings.tryAcquire(nanos, TimeUnit.NANOSECONDS);
            rings.drainPermits();
            return rung;
        }

        private void ring() {
            rings.release();
        }

        @Override
        public void close() {
            remove(waiting, what, this);
        }
    }

    private static <K, T> void add(Map<K, List<T>> all, K what, T one) {
        all.compute(
                what,
                (_, known) -> {
                    List<T> some = known == null ? new CopyOnWriteArrayList<>() : known;
                    some.add(one);
                    return some;
                });
    }

    private static <K, T> void remove(Map<K, List<T>> all, K what, T one) {
        all.computeIfPresent(
                what,
                (_, known) -> {
                    known.remove(one);
                    return known.isEmpty() ? null : known;
                });
    }
}
