package dev.waybill.server.workspace;

import dev.waybill.protocol.delivery.DeliveryReason;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.workspace.Agent;
import dev.waybill.protocol.workspace.AgentDetail;
import dev.waybill.protocol.workspace.AgentDetail.Action;
import dev.waybill.protocol.workspace.AgentDetail.Pending;
import dev.waybill.server.delivery.DeliveryIds;
import dev.waybill.server.policy.AgentSelector;
import dev.waybill.server.policy.AgentSelector.Chosen;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What is around an agent: its channels, the actions it provides or may invoke, and what waits for it.
final class AgentSurroundings {
    private static final String ACTIONS =
            """
            select id, name, description, handler_agent_id, available_to from action
            where workspace_id = ? and is_active = 1 order by name, id limit 1000
            """;
    private static final String PENDING =
            """
            select d.message_id, d.attempt, d.reason, d.created_at,
                case when d.seq <= a.transport_seq then 1 else 0 end
            from delivery d join agent a on a.id = d.agent_id
            where d.agent_id = ? and d.seq > a.ack_seq and d.status is null
            order by d.seq limit 50
            """;

    private final Json json;
    private final MemberTable members = new MemberTable();

    AgentSurroundings(Json json) {
        this.json = json;
    }

    private record Known(Action action, @Nullable Long handler, List<String> availableTo) {
        boolean isOf(AgentId agent) {
            return Objects.equals(handler, agent.value());
        }

        boolean isFor(Chosen agent) {
            return availableTo.isEmpty()
                    || availableTo.stream()
                            .map(AgentSelector::parse)
                            .anyMatch(selector -> selector.chooses(agent));
        }
    }

    AgentDetail.Surroundings of(ReadTx tx, Sight sight, Agent agent) {
        List<Known> actions = tx.list(ACTIONS, this::action, sight.workspace());
        Chosen chosen = Chosen.of(agent.name(), agent.type(), agent.metadata());
        return new AgentDetail.Surroundings(
                members.ofAgent(tx, agent.id()).stream()
                        .filter(joined -> sight.channel(joined.id(), joined.name()))
                        .toList(),
                actions.stream()
                        .filter(known -> known.isOf(agent.id()))
                        .map(Known::action)
                        .toList(),
                actions.stream().filter(known -> known.isFor(chosen)).map(Known::action).toList(),
                tx.list(PENDING, row -> pending(row, agent.id()), agent.id()));
    }

    private Known action(Row row) {
        String availableTo = row.textOrNull(5);
        return new Known(
                new Action(row.text(1), row.text(2), row.text(3)),
                row.numberOrNull(4),
                availableTo == null
                        ? List.of()
                        : List.of(json.convert(json.tree(availableTo), String[].class)));
    }

    private static Pending pending(Row row, AgentId agent) {
        MessageId message = new MessageId(row.number(1));
        return new Pending(
                DeliveryIds.of(message, agent, (int) row.number(2)),
                message,
                "immediate",
                DeliveryReason.of(row.text(3)),
                row.flag(5) ? "delivered" : "queued",
                row.instant(4));
    }
}
