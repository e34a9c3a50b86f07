package dev.waybill.server.action;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks after the invocations that are still open, until each has a result.
public final class Outstanding {
    private static final Logger LOG = LoggerFactory.getLogger(Outstanding.class);

    private final Ground ground;
    private final ActionLimits limits;
    private final InvocationTable invocations;
    private final Courier courier;
    private final Results results;
    private final Verdicts verdicts;

    Outstanding(ActionSet.Workings workings) {
        this.ground = workings.ground();
        this.limits = workings.limits();
        this.invocations = workings.invocations();
        this.courier = workings.courier();
        this.results = workings.results();
        this.verdicts =
                new Verdicts(workings.whereabouts(), workings.handlers(), workings.limits());
    }

    /// An agent that a node says it runs, and the spawn it says it came from.
    public record Running(InvocationId invocation, AgentId agent, String name) {}

    /// What became of the spawns a node was asked for, in numbers.
    public record Inventory(
            int openInvocations, int completedInvocations, int rescheduledInvocations) {}

    /// Goes through all of them: sends what can go, gives up what has waited too long.
    public void sweep() {
        String after = "";
        List<InvocationId> page;
        do {
            String start = after;
            page = ground.database().read(tx -> invocations.open(tx, start));
            consider(page, Glance.SWEEP);
            after = page.isEmpty() ? after : page.getLast().value();
        } while (page.size() == InvocationTable.PAGE);
    }

    /// Sends what waits for a provider that has just connected, and for the agents it runs.
    public void arrived(NodeId node, String provider) {
        consider(
                ground.database().read(tx -> invocations.openFor(tx, node, provider)),
                Glance.ARRIVAL);
    }

    /// Sends what waits for an agent that has just connected; to one that remembers what it has done, also what it was sent
    /// over a connection that is lost.
    public void arrived(AgentId agent, boolean remembers) {
        consider(
                ground.database().read(tx -> invocations.openFor(tx, agent)),
                remembers ? Glance.ARRIVAL_OF_ONE_THAT_REMEMBERS : Glance.ARRIVAL);
    }

    /// Compares the spawns a node was asked for with the agents it runs: those that run are done, and those that do not
    /// after all that time are asked for again.
    public Inventory inventory(Tx tx, NodeId node, String provider, List<Running> running) {
        Map<InvocationId, Running> known =
                running.stream()
                        .collect(
                                Collectors.toMap(
                                        Running::invocation,
                                        Function.identity(),
                                        (first, _) -> first));
        Instant now = ground.clock().instant();
        int completed = 0;
        int rescheduled = 0;
        List<InvocationId> open = invocations.openSpawns(tx, node, provider);
        for (InvocationId id : open) {
            KeptInvocation kept = invocations.find(tx, id).orElseThrow();
            Running agent = known.get(id);
            if (agent != null) {
                results.settle(tx, kept, started(agent), now);
                completed++;
            } else if (isOverdue(kept, now)) {
                apply(tx, kept, verdicts.moved(tx, kept, now), now);
                rescheduled++;
            }
        }
        return new Inventory(open.size() - completed, completed, rescheduled);
    }

    /// One that cannot be judged is left to the next look and holds up no other.
    private void consider(List<InvocationId> ids, Glance glance) {
        for (InvocationId id : ids) {
            try {
                judge(id, glance);
            } catch (Refusal | IllegalStateException e) {
                LOG.warn("An invocation cannot be seen through invocation={}", id, e);
            }
        }
    }

    /// Looks first and writes only where something is to be done, because most of them just take their time.
    private void judge(InvocationId id, Glance glance) {
        boolean idle =
                ground.database().read(tx -> verdict(tx, id, glance) instanceof Verdict.Leave);
        if (!idle) {
            ground.database().write(tx -> act(tx, id, glance));
        }
    }

    private boolean act(Tx tx, InvocationId id, Glance glance) {
        invocations
                .find(tx, id)
                .ifPresent(
                        kept -> apply(tx, kept, verdict(tx, id, glance), ground.clock().instant()));
        return true;
    }

    private Verdict verdict(ReadTx tx, InvocationId id, Glance glance) {
        return invocations
                .find(tx, id)
                .map(kept -> verdicts.of(tx, kept, glance, ground.clock().instant()))
                .orElseGet(Verdict.Leave::new);
    }

    private void apply(Tx tx, KeptInvocation kept, Verdict verdict, Instant now) {
        switch (verdict) {
            case Verdict.Leave _ -> {}
            case Verdict.Go(var spot) -> courier.carry(tx, kept, spot, now);
            case Verdict.Wait(var spot) -> courier.carry(tx, kept, spot, now);
            case Verdict.Fail(var error) -> results.settle(tx, kept, Result.failed(error), now);
        }
    }

    private boolean isOverdue(KeptInvocation kept, Instant now) {
        Instant sent = kept.invocation().dispatchedAt();
        return sent == null || !sent.plus(limits.dispatchTimeout()).isAfter(now);
    }

    private static Result started(Running agent) {
        return Result.of(
                Json.emptyObject().put("agent_id", agent.agent().text()).put("name", agent.name()));
    }
}
