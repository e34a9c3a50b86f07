package dev.waybill.server.network;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Scope;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The peers that agents here are, at hand for every envelope. The store holds the same.
final class Roster {
    private record View(
            Map<Scope, List<LocalPeer>> byScope,
            Map<Scope, Map<PeerId, LocalPeer>> byName,
            Map<String, LocalPeer> bySession,
            Set<AgentId> agents) {}

    private volatile View view = new View(Map.of(), Map.of(), Map.of(), Set.of());

    /// These are all there are.
    synchronized void set(Collection<LocalPeer> all) {
        view =
                new View(
                        all.stream().collect(Collectors.groupingBy(LocalPeer::scope)),
                        all.stream()
                                .collect(
                                        Collectors.groupingBy(
                                                LocalPeer::scope,
                                                Collectors.toMap(
                                                        LocalPeer::peer, Function.identity()))),
                        all.stream()
                                .collect(Collectors.toMap(LocalPeer::session, Function.identity())),
                        all.stream().map(LocalPeer::agent).collect(Collectors.toSet()));
    }

    List<LocalPeer> in(Scope scope) {
        return view.byScope().getOrDefault(scope, List.of());
    }

    Optional<LocalPeer> find(Scope scope, PeerId peer) {
        return Optional.ofNullable(view.byName().getOrDefault(scope, Map.of()).get(peer));
    }

    Optional<LocalPeer> session(String id) {
        return Optional.ofNullable(view.bySession().get(id));
    }

    boolean has(AgentId agent) {
        return view.agents().contains(agent);
    }

    Collection<LocalPeer> all() {
        return view.bySession().values();
    }

    Collection<Scope> scopes() {
        return view.byScope().keySet();
    }

    /// The workspaces that have a peer there.
    List<WorkspaceId> workspaces(Scope scope) {
        return in(scope).stream().map(LocalPeer::workspace).distinct().toList();
    }

    List<LocalPeer> of(WorkspaceId workspace) {
        return all().stream().filter(peer -> peer.workspace().equals(workspace)).toList();
    }
}
