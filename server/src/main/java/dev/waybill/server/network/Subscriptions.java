package dev.waybill.server.network;

import dev.waybill.protocol.network.Scope;
import dev.waybill.protocol.network.Subjects;
import dev.waybill.server.network.transport.Arrival;
import dev.waybill.server.network.transport.Transport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Hears what the peers here have to hear: the broadcasts of their channels, each once, and what is for them alone.
final class Subscriptions implements AutoCloseable {
    private final Transport transport;
    private final Subjects subjects;
    private final BiConsumer<Scope, Arrival> receiver;
    private final String group;
    private final Map<Scope, Transport.Subscription> broadcasts = new HashMap<>();
    private final Map<LocalPeer, Transport.Subscription> directs = new HashMap<>();

    Subscriptions(
            Transport transport,
            Subjects subjects,
            BiConsumer<Scope, Arrival> receiver,
            String group) {
        this.transport = transport;
        this.subjects = subjects;
        this.receiver = receiver;
        this.group = group;
    }

    /// Who came, the channels that nobody was in before, and those that nobody is in any more.
    record Change(List<LocalPeer> came, Set<Scope> entered, Set<Scope> left) {}

    /// Hears for these, and for nobody else.
    synchronized Change follow(Collection<LocalPeer> peers) {
        Set<Scope> scopes = new HashSet<>();
        peers.forEach(peer -> scopes.add(peer.scope()));
        Set<Scope> entered = new HashSet<>(scopes);
        entered.removeAll(broadcasts.keySet());
        Set<Scope> left = new HashSet<>(broadcasts.keySet());
        left.removeAll(scopes);
        List<LocalPeer> came = new ArrayList<>(peers);
        came.removeAll(directs.keySet());
        Set<LocalPeer> gone = new HashSet<>(directs.keySet());
        gone.removeAll(peers);
        entered.forEach(scope -> broadcasts.put(scope, hear(subjects.broadcast(scope), scope)));
        came.forEach(
                peer ->
                        directs.put(
                                peer,
                                hear(subjects.peer(peer.scope(), peer.peer()), peer.scope())));
        left.forEach(scope -> close(broadcasts.remove(scope)));
        gone.forEach(peer -> close(directs.remove(peer)));
        return new Change(came, entered, left);
    }

    private Transport.Subscription hear(String subject, Scope scope) {
        return transport.subscribe(subject, group, arrival -> receiver.accept(scope, arrival));
    }

    private static void close(Transport.@Nullable Subscription subscription) {
        if (subscription != null) {
            subscription.close();
        }
    }

    @Override
    public synchronized void close() {
        broadcasts.values().forEach(Transport.Subscription::close);
        directs.values().forEach(Transport.Subscription::close);
        broadcasts.clear();
        directs.clear();
    }
}
