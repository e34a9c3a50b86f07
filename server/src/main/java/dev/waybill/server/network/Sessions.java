package dev.waybill.server.network;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.network.NetworkChannel;
import dev.waybill.protocol.network.NetworkWorkspace;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Scope;
import dev.waybill.protocol.network.api.CapabilityEntry;
import dev.waybill.protocol.network.api.JoinNetwork;
import dev.waybill.server.config.NetworkConfig;
import dev.waybill.server.network.Queue.Loss;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Supplies;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Lets agents join and leave channels of the network. A membership lasts until it is ended, through restarts.
final class Sessions {
    private static final int LONGEST_TEXT = 500;
    private static final int MOST_CAPABILITIES = 200;

    private final Supplies supplies;
    private final NetworkConfig config;
    private final Names names;
    private final Roster roster;
    private final Neighbours neighbours;
    private final InboxTable inbox;
    private final Queue queue;
    private final Events events;
    private final SessionTable table;
    private volatile Runnable changed = () -> {};

    Sessions(
            Supplies supplies,
            NetworkConfig config,
            Names names,
            Roster roster,
            Neighbours neighbours,
            InboxTable inbox,
            Queue queue,
            Events events) {
        this.supplies = supplies;
        this.config = config;
        this.names = names;
        this.roster = roster;
        this.neighbours = neighbours;
        this.inbox = inbox;
        this.queue = queue;
        this.events = events;
        this.table = new SessionTable(supplies.json());
    }

    /// Calls after the members have changed.
    void onChange(Runnable listener) {
        this.changed = listener;
    }

    /// A membership, and whether it is new.
    record Joining(LocalPeer peer, boolean created) {}

    Joining join(Caller caller, JoinNetwork wish) {
        check(wish);
        Scope scope = scope(caller.workspace(), channel(wish.channel()));
        Joining joining = supplies.database().write(tx -> join(tx, caller, scope, wish));
        if (joining.created()) {
            reload();
        }
        return joining;
    }

    private Joining join(Tx tx, Caller caller, Scope scope, JoinNetwork wish) {
        AgentId agent = agent(tx, caller, wish.agent());
        Optional<LocalPeer> before = table.of(tx, agent, scope);
        if (before.isPresent()) {
            return new Joining(before.get(), false);
        }
        Instant now = supplies.clock().instant();
        LocalPeer peer = peer(caller, agent, scope, wish, now);
        if (!table.insert(tx, peer)) {
            throw new Refusal(
                    Reason.NETWORK_ID_CONFLICT,
                    "Peer \"" + peer.peer() + "\" is already in channel " + scope.channel());
        }
        events.joined(tx, peer, now);
        return new Joining(peer, true);
    }

    void leave(Caller caller, String session) {
        LocalPeer peer = require(caller, session);
        supplies.database()
                .write(
                        tx -> {
                            leave(tx, peer);
                            return session;
                        });
        reload();
    }

    /// What waits for it is put on record as lost, also what was handed over and not settled.
    private void leave(Tx tx, LocalPeer peer) {
        Instant now = supplies.clock().instant();
        Stream.concat(
                        inbox.handed(tx, peer.session()).stream(),
                        inbox.waiting(tx, peer.session(), Integer.MAX_VALUE).stream())
                .forEach(one -> queue.drop(tx, peer, one, Loss.LEFT, now));
        queue.left(peer.session());
        table.delete(tx, peer.session());
        events.left(tx, peer, now);
    }

    /// The session, if the caller may use it.
    LocalPeer require(Caller caller, String session) {
        return roster.session(session)
                .filter(peer -> mayUse(caller, peer))
                .orElseThrow(
                        () ->
                                new Refusal(
                                        Reason.NETWORK_SESSION_NOT_FOUND,
                                        "Network session \"" + session + "\" not found"));
    }

    List<LocalPeer> list(Caller caller) {
        return roster.of(caller.workspace()).stream().filter(peer -> mayUse(caller, peer)).toList();
    }

    /// Looks who is there, also by another server's doing. The sessions of agents that are gone end.
    synchronized void reload() {
        List<LocalPeer> gone = supplies.database().read(table::gone);
        if (!gone.isEmpty()) {
            supplies.database()
                    .write(
                            tx -> {
                                gone.forEach(peer -> leave(tx, peer));
                                inbox.forget(tx);
                                return gone.size();
                            });
        }
        roster.set(supplies.database().read(table::all));
        changed.run();
    }

    Scope scope(WorkspaceId workspace, NetworkChannel channel) {
        String name = config.onTheWire(workspace);
        return new Scope(name == null ? null : new NetworkWorkspace(name), channel);
    }

    NetworkChannel channel(@Nullable String name) {
        try {
            return new NetworkChannel(Objects.requireNonNullElse(name, config.defaultChannel()));
        } catch (IllegalArgumentException e) {
            throw new Refusal(Reason.INVALID_REQUEST, "channel: " + e.getMessage());
        }
    }

    private LocalPeer peer(
            Caller caller, AgentId agent, Scope scope, JoinNetwork wish, Instant now) {
        String session = names.session();
        String name =
                caller instanceof Caller.Agent own
                        ? own.name()
                        : Objects.requireNonNull(wish.agent());
        return new LocalPeer(
                session,
                caller.workspace(),
                agent,
                name,
                scope,
                peerId(caller, scope, wish.peerId(), name, session),
                wish.displayName(),
                new Introduction(
                        wish.summary(), Objects.requireNonNullElse(wish.capabilities(), List.of())),
                now);
    }

    /// An agent may choose only names that begin with its own, so that nobody is taken for another.
    private static void checkOwn(Caller caller, @Nullable String given, String nick) {
        boolean own = given == null || given.equals(nick) || given.startsWith(nick + ".");
        if (caller instanceof Caller.Agent && !own) {
            throw new Refusal(
                    Reason.FORBIDDEN,
                    "peer_id: an agent's begins with its own name, as in " + nick + ".one");
        }
    }

    private PeerId peerId(
            Caller caller, Scope scope, @Nullable String given, String agent, String session) {
        String nick = agent.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_-]", "-");
        checkOwn(caller, given, nick);
        String usual =
                (Character.isLetterOrDigit(nick.charAt(0)) ? nick : "a" + nick) + "." + session;
        PeerId peer;
        try {
            peer = new PeerId(given == null ? usual : given);
        } catch (IllegalArgumentException e) {
            throw new Refusal(Reason.INVALID_REQUEST, "peer_id: " + e.getMessage());
        }
        if (neighbours.find(scope, peer, supplies.clock().instant()).isPresent()) {
            throw new Refusal(
                    Reason.NETWORK_ID_CONFLICT, "Peer \"" + peer + "\" is somebody elsewhere");
        }
        return peer;
    }

    private AgentId agent(Tx tx, Caller caller, @Nullable String named) {
        if (caller instanceof Caller.Agent own) {
            if (named != null && !named.equals(own.name())) {
                throw new Refusal(
                        Reason.FORBIDDEN,
                        "Agent \""
                                + own.name()
                                + "\" joins only for itself, not for \""
                                + named
                                + '"');
            }
            return own.agent();
        }
        if (named == null) {
            throw new Refusal(Reason.INVALID_REQUEST, "agent is missing: whose session is it?");
        }
        return table.agent(tx, caller.workspace(), named)
                .orElseThrow(
                        () ->
                                new Refusal(
                                        Reason.AGENT_NOT_FOUND,
                                        "Agent \"" + named + "\" not found"));
    }

    private static boolean mayUse(Caller caller, LocalPeer peer) {
        return peer.workspace().equals(caller.workspace())
                && switch (caller) {
                    case Caller.Owner _ -> true;
                    case Caller.Agent own -> own.agent().equals(peer.agent());
                    case Caller.Node _, Caller.Observer _, Caller.Webhook _ -> false;
                };
    }

    private static void check(JoinNetwork wish) {
        text("display_name", wish.displayName());
        text("summary", wish.summary());
        List<CapabilityEntry> all = Objects.requireNonNullElse(wish.capabilities(), List.of());
        if (all.size() > MOST_CAPABILITIES) {
            throw new Refusal(
                    Reason.INVALID_REQUEST, "capabilities has more than " + MOST_CAPABILITIES);
        }
        for (CapabilityEntry one : all) {
            text("capabilities.id", one.id());
            text("capabilities.summary", one.summary());
            text("capabilities.outcome", one.outcome());
            text("capabilities.version", one.version());
            if (one.id().isBlank()) {
                throw new Refusal(Reason.INVALID_REQUEST, "capabilities.id is blank");
            }
        }
    }

    private static void text(String field, @Nullable String value) {
        if (value == null) {
            return;
        }
        if (value.length() > LONGEST_TEXT || value.codePoints().anyMatch(Character::isISOControl)) {
            throw new Refusal(
                    Reason.INVALID_REQUEST,
                    field
                            + " is longer than "
                            + LONGEST_TEXT
                            + " characters, or has control characters");
        }
    }
}
