package dev.waybill.server.mcp;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/// Every session there is. When a caller, or its workspace, has too many, the one of them that has rested longest makes
/// room; others lose one only when the server is full and the workspace has none that rests.
final class Sessions {
    private static final int ID_BYTES = 24;

    private final McpLimits limits;
    private final LongSupplier nanos;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Session> sessions = new ConcurrentHashMap<>();
    private final ReentrantLock opening = new ReentrantLock();

    Sessions(McpLimits limits, LongSupplier nanos) {
        this.limits = limits;
        this.nanos = nanos;
    }

    Session open(Identity identity, String version, ObjectNode capabilities) {
        opening.lock();
        try {
            makeRoom(those(identity::equals), limits.perCaller());
            List<Session> near = those(other -> other.workspace().equals(identity.workspace()));
            makeRoom(near, limits.perWorkspace());
            if (sessions.size() >= limits.sessions()) {
                makeRoom(near.stream().anyMatch(Session::resting) ? near : those(_ -> true), 0);
            }
            Session session =
                    new Session(
                            new Session.Start(newId(), identity, version, capabilities),
                            limits,
                            nanos.getAsLong());
            sessions.put(session.id(), session);
            return session;
        } finally {
            opening.unlock();
        }
    }

    /// The session with that id, if it belongs to the caller; another's does not exist for it.
    Optional<Session> find(String id, Identity identity) {
        Session session = sessions.get(id);
        if (session == null || !session.identity().equals(identity)) {
            return Optional.empty();
        }
        session.used(nanos.getAsLong());
        return Optional.of(session);
    }

    void end(Session session) {
        sessions.remove(session.id());
        session.end();
    }

    void sweep() {
        for (Session session : sessions.values()) {
            session.sweep(nanos.getAsLong());
            if (session.idle(nanos.getAsLong())) {
                end(session);
            }
        }
    }

    void endAll() {
        sessions.values().forEach(this::end);
    }

    int count() {
        return sessions.size();
    }

    private List<Session> those(Predicate<Identity> whose) {
        return sessions.values().stream()
                .filter(session -> whose.test(session.identity()))
                .toList();
    }

    private void makeRoom(List<Session> present, int max) {
        if (present.size() < max) {
            return;
        }
        long now = nanos.getAsLong();
        end(
                present.stream()
                        .filter(Session::resting)
                        .max(Comparator.comparingLong(session -> session.unused(now)))
                        .orElseThrow(
                                () ->
                                        new RpcFault(
                                                        RpcCode.BUSY,
                                                        "There are "
                                                                + present.size()
                                                                + " sessions in use")
                                                .as(503)));
    }

    private String newId() {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
