package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.server.store.LookUp;
import dev.waybill.server.store.Tx;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Mailboxes in which a batch is going to write: those of agents, and of all who are in a room. All that a batch needs are held
/// at once and in one order, so that no two servers wait for each other.
public record MailboxLookUp(Set<AgentId> agents, Function<Tx, Optional<ChannelId>> room)
        implements LookUp {
    public MailboxLookUp {
        agents = Set.copyOf(agents);
    }

    static MailboxLookUp of(Set<AgentId> agents) {
        return new MailboxLookUp(agents, _ -> Optional.empty());
    }

    /// Which room it is may depend on what was looked up before.
    public static MailboxLookUp in(Function<Tx, Optional<ChannelId>> room) {
        return new MailboxLookUp(Set.of(), room);
    }

    @Override
    public void together(Tx tx, List<LookUp> all) {
        List<MailboxLookUp> wanted = all.stream().map(MailboxLookUp.class::cast).toList();
        MailboxEnds.of(tx)
                .lookUp(
                        tx,
                        wanted.stream()
                                .flatMap(one -> one.room.apply(tx).stream())
                                .collect(Collectors.toSet()),
                        wanted.stream()
                                .flatMap(one -> one.agents.stream())
                                .collect(Collectors.toSet()));
    }

    @Override
    public boolean locks() {
        return true;
    }
}
