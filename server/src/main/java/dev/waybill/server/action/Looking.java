package dev.waybill.server.action;

import dev.waybill.protocol.action.Invocation;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.server.store.ReadTx;

/// Looks at invocations in the store.
final class Looking implements Attention.Look {
    private final Ground ground;
    private final InvocationTable invocations;

    Looking(Ground ground, InvocationTable invocations) {
        this.ground = ground;
        this.invocations = invocations;
    }

    @Override
    public Invocation now(InvocationId id) {
        return ground.database().read(tx -> find(tx, id));
    }

    @Override
    public Invocation behindWrites(InvocationId id) {
        return ground.database().write(tx -> find(tx, id));
    }

    private Invocation find(ReadTx tx, InvocationId id) {
        return invocations
                .find(tx, id)
                .map(KeptInvocation::invocation)
                .orElseThrow(() -> new IllegalStateException("invocation " + id + " is gone"));
    }
}
