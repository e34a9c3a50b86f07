package dev.waybill.sdk;

import dev.waybill.protocol.action.Action;
import dev.waybill.protocol.action.NewAction;
import dev.waybill.protocol.json.Json;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Keeps the actions of an agent known to the server: with each new connection it looks whether they still are.
final class Enrolment {
    private static final Logger LOG = System.getLogger(Enrolment.class.getName());
    private static final int ATTEMPTS = 5;
    static final String UNKNOWN = "action_not_found";

    private final Api api;
    private final Map<String, NewAction> wanted = new ConcurrentHashMap<>();
    private final ReentrantLock looking = new ReentrantLock();

    Enrolment(Api api) {
        this.api = api;
    }

    void add(NewAction action) {
        api.ask(Call.post("actions").with(action));
        wanted.put(action.name(), action);
    }

    /// Takes it away; what still waits for it fails.
    void remove(String name) {
        wanted.remove(name);
        try {
            api.ask(Call.delete("actions", name));
        } catch (RelayException e) {
            if (!e.code().equals(UNKNOWN)) {
                throw e;
            }
        }
    }

    /// There is a new connection, perhaps to a server that has forgotten. Does not wait.
    void connected() {
        if (!wanted.isEmpty()) {
            Thread.ofVirtual().name("waybill-enrolment").start(this::look);
        }
    }

    void close() {
        wanted.clear();
    }

    private void look() {
        Backoff backoff = Backoff.of(api.endpoint().options());
        looking.lock();
        try {
            for (int i = 0; i < ATTEMPTS; i++) {
                try {
                    compare();
                    return;
                } catch (RelayException e) {
                    LOG.log(Level.DEBUG, "actions are not compared: {0}", e.getMessage());
                }
                Thread.sleep(backoff.next());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            looking.unlock();
        }
    }

    private void compare() {
        Map<String, Action> known =
                api.list(Call.get("actions"), Action.class).stream()
                        .filter(action -> action.handlerNode() == null)
                        .collect(
                                Collectors.toMap(
                                        Action::name, Function.identity(), (first, _) -> first));
        for (NewAction mine : wanted.values()) {
            Action there = known.get(mine.name());
            if (there == null || there.handlerAgent() == null || isStale(there, mine)) {
                LOG.log(Level.INFO, "{0} is registered again", mine.name());
                api.ask(Call.post("actions").with(mine));
            } else if (!Objects.equals(there.handlerAgent(), mine.handlerAgent())) {
                LOG.log(
                        Level.WARNING,
                        "{0} is handled by {1} now",
                        mine.name(),
                        there.handlerAgent());
            }
        }
    }

    /// Ours, but not as we have it. What another has taken over is left to it.
    private static boolean isStale(Action there, NewAction mine) {
        return Objects.equals(there.handlerAgent(), mine.handlerAgent())
                && !(there.description().equals(mine.description())
                        && Objects.equals(there.availableTo(), mine.availableTo())
                        && same(there.inputSchema(), mine.inputSchema())
                        && same(there.outputSchema(), mine.outputSchema()));
    }

    private static boolean same(Object there, @Nullable Object mine) {
        return there.toString()
                .equals(Objects.requireNonNullElseGet(mine, Json::emptyObject).toString());
    }
}
