package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.workspace.AgentStatus;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Settled;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Knows which agents are there. Whoever asks for something is there; whoever says goodbye, or is silent for long without
/// an open socket, is not.
public final class Presence {
    private static final Logger LOG = LoggerFactory.getLogger(Presence.class);

    /// How long a sighting need not be written again.
    static final Duration DEBOUNCE = Duration.ofSeconds(30);

    /// After this time without being seen an agent is gone.
    static final Duration SILENCE = Duration.ofMinutes(5);

    private final Database database;
    private final InstantSource clock;
    private final Notices notices;
    private final PresenceTable agents = new PresenceTable();
    private final Map<AgentId, Instant> noted = new ConcurrentHashMap<>();
    private final List<Consumer<AgentId>> leaving = new CopyOnWriteArrayList<>();
    private volatile Predicate<AgentId> connected = _ -> false;
    private final List<ActivityListener> activity = new CopyOnWriteArrayList<>();

    public Presence(Supplies supplies, Notices notices) {
        this.database = supplies.database();
        this.clock = supplies.clock();
        this.notices = notices;
    }

    /// Tells how to find out whether an agent has an open socket here; it is never gone as long as it does.
    public void connectedWhen(Predicate<AgentId> socketIsOpen) {
        this.connected = socketIsOpen;
    }

    /// Hears what an agent is said to be doing, in the transaction that keeps it.
    public interface ActivityListener {
        void reached(Tx tx, AgentId agent, String activity);
    }

    public void onActivity(ActivityListener listener) {
        activity.add(listener);
    }

    /// Calls whenever an agent says goodbye or is removed, after that is durable; sockets of its own are to be closed then.
    public void onLeave(Consumer<AgentId> listener) {
        leaving.add(listener);
    }

    /// Notes that the caller was seen, if it is an agent, and returns at once; written now and then.
    public void seen(Caller caller) {
        if (caller instanceof Caller.Agent agent && due(agent.agent())) {
            note(agent);
        }
    }

    /// The agent says that it is there.
    public void heartbeat(Caller.Agent agent) {
        if (!database.read(tx -> agents.isOnline(tx, agent.agent()))) {
            database.write(tx -> online(tx, agent.workspace(), name(agent)));
        }
    }

    /// The agent says goodbye. As long as it has a socket open it is still there.
    public void disconnect(Caller.Agent agent) {
        if (!connected.test(agent.agent())) {
            database.write(tx -> offline(tx, agent.workspace(), name(agent)));
        }
        left(agent.agent());
    }

    /// In a transaction of the caller's; false when it was online already.
    public boolean online(Tx tx, WorkspaceId workspace, AgentName agent) {
        Instant now = clock.instant();
        agents.seen(tx, agent.id(), now);
        boolean changed = agents.online(tx, agent.id());
        if (changed) {
            notices.status(tx, workspace, agent, AgentStatus.ONLINE, now);
        }
        return changed;
    }

    /// In a transaction of the caller's; false when it was offline already.
    public boolean offline(Tx tx, WorkspaceId workspace, AgentName agent) {
        boolean changed = agents.offline(tx, agent.id());
        if (changed) {
            notices.status(tx, workspace, agent, AgentStatus.OFFLINE, clock.instant());
        }
        tx.afterCommit(() -> noted.remove(agent.id()));
        return changed;
    }

    /// The same for many that go at once.
    public void offline(Tx tx, WorkspaceId workspace, List<AgentName> all) {
        List<AgentName> gone =
                all.stream().filter(agent -> agents.offline(tx, agent.id())).toList();
        notices.status(tx, workspace, gone, AgentStatus.OFFLINE, clock.instant());
        tx.afterCommit(() -> all.forEach(agent -> noted.remove(agent.id())));
    }

    /// Keeps what an agent is said to be doing; false when that is nothing new.
    boolean report(Tx tx, WorkspaceId workspace, AgentName agent, AgentStatus status) {
        return switch (status) {
            case OFFLINE -> offline(tx, workspace, agent);
            case ONLINE -> online(tx, workspace, agent);
            case ACTIVE, IDLE, BLOCKED, WAITING, AWAY -> {
                boolean changed = agents.active(tx, agent.id(), status);
                activity.forEach(one -> one.reached(tx, agent.id(), status.wire()));
                if (changed) {
                    notices.status(tx, workspace, agent, status, clock.instant());
                }
                yield changed;
            }
        };
    }

    void left(AgentId agent) {
        leaving.forEach(listener -> listener.accept(agent));
    }

    /// Lets go of those who were silent for too long; a task for [dev.waybill.server.sweep.Sweeps].
    public void sweep() {
        Instant now = clock.instant();
        noted.values().removeIf(at -> Duration.between(at, now).abs().compareTo(SILENCE) > 0);
        // Well before their time is over, so that no other server believes connected ones to be
        // gone.
        List<PresenceTable.Silent> silent =
                database.read(tx -> agents.silentSince(tx, now.minus(SILENCE.dividedBy(2))));
        for (PresenceTable.Silent one : silent) {
            if (connected.test(one.agent().id())) {
                database.write(tx -> agents.seen(tx, one.agent().id(), now));
            } else if (one.lastSeen().isBefore(now.minus(SILENCE))) {
                database.write(tx -> letGo(tx, one, now));
            }
        }
    }

    private boolean letGo(Tx tx, PresenceTable.Silent silent, Instant now) {
        return agents.isSilentSince(tx, silent.agent().id(), now.minus(SILENCE))
                && offline(tx, silent.workspace(), silent.agent());
    }

    private boolean due(AgentId agent) {
        Instant now = clock.instant();
        Instant last = noted.get(agent);
        if (last == null) {
            return noted.putIfAbsent(agent, now) == null;
        }
        // In either direction: the clock may have been set back since.
        boolean lately = Duration.between(last, now).abs().compareTo(DEBOUNCE) < 0;
        return !lately && noted.replace(agent, last, now);
    }

    private void note(Caller.Agent agent) {
        try {
            database.submit(tx -> online(tx, agent.workspace(), name(agent)), new Noted(agent));
        } catch (StoreException e) {
            noted.remove(agent.agent());
        }
    }

    private static AgentName name(Caller.Agent agent) {
        return new AgentName(agent.agent(), agent.name());
    }

    private final class Noted implements Settled<Boolean> {
        private final Caller.Agent agent;

        Noted(Caller.Agent agent) {
            this.agent = agent;
        }

        @Override
        public void done(Boolean changed) {}

        @Override
        public void failed(Throwable reason) {
            noted.remove(agent.agent());
            LOG.atDebug().setCause(reason).log("A sighting was not written");
        }
    }
}
