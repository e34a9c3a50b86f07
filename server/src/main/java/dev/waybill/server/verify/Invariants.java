package dev.waybill.server.verify;

import java.util.List;
import java.util.stream.Stream;

/// All of them, in the order in which they are looked at.
final class Invariants {
    static final List<Invariant> ALL =
            Stream.of(
                            WorkspaceInvariants.ALL,
                            MessageInvariants.ALL,
                            DeliveryInvariants.ALL,
                            ActionInvariants.ALL,
                            OutboundInvariants.ALL,
                            SourceInvariants.ALL,
                            NetworkInvariants.ALL)
                    .flatMap(List::stream)
                    .toList();

    private Invariants() {}
}
