package dev.waybill.server.provider.github;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;

/// Answers that are kept and asked for again when they are no good any more. However many want one at the same moment, one asks
/// and all have the answer, or the failure.
final class Remembered<V> {
    private static final int MAX_KEPT = 1000;

    private final Map<String, FutureTask<V>> asked = new ConcurrentHashMap<>();
    private final Map<String, V> kept =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
                    return size() > MAX_KEPT;
                }
            };

    /// How to find out.
    interface Ask<V> {
        V ask() throws InterruptedException;
    }

    V get(String key, Predicate<V> good, Ask<V> ask) throws InterruptedException {
        while (true) {
            Optional<V> known = known(key).filter(good);
            if (known.isPresent()) {
                return known.get();
            }
            FutureTask<V> mine = new FutureTask<>(() -> found(key, good, ask));
            FutureTask<V> first = asked.putIfAbsent(key, mine);
            if (first == null) {
                return run(key, mine);
            }
            Optional<V> told = told(first);
            if (told.isPresent()) {
                return told.get();
            }
            asked.remove(key, first);
        }
    }

    /// Unless it has been replaced already.
    void forget(String key, Predicate<V> bad) {
        synchronized (kept) {
            V value = kept.get(key);
            if (value != null && bad.test(value)) {
                kept.remove(key);
            }
        }
    }

    private V run(String key, FutureTask<V> mine) throws InterruptedException {
        try {
            mine.run();
        } finally {
            asked.remove(key, mine);
        }
        try {
            return mine.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InterruptedException interrupted) {
                throw interrupted;
            }
            throw thrown(e);
        }
    }

    /// Empty if who asked was called off, and somebody else has to ask.
    private Optional<V> told(FutureTask<V> first) throws InterruptedException {
        try {
            return Optional.of(first.get());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InterruptedException) {
                return Optional.empty();
            }
            throw thrown(e);
        }
    }

    private static RuntimeException thrown(ExecutionException failure) {
        return failure.getCause() instanceof RuntimeException cause
                ? cause
                : new IllegalStateException("asking failed", failure.getCause());
    }

    /// Somebody may have found it between the look and the question.
    private V found(String key, Predicate<V> good, Ask<V> ask) throws InterruptedException {
        Optional<V> known = known(key).filter(good);
        if (known.isPresent()) {
            return known.get();
        }
        V value = ask.ask();
        synchronized (kept) {
            kept.put(key, value);
        }
        return value;
    }

    private Optional<V> known(String key) {
        synchronized (kept) {
            return Optional.ofNullable(kept.get(key));
        }
    }
}
