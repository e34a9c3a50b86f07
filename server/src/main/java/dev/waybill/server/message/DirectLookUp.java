package dev.waybill.server.message;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.delivery.PostedMessage.Room;
import dev.waybill.server.store.LookUp;
import dev.waybill.server.store.Tx;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Who the agents are that messages go to by their names, and where their mailboxes end.
record DirectLookUp(
        DirectRooms rooms, Deliveries deliveries, AgentId sender, AgentNames.Named recipient)
        implements LookUp {
    @Override
    public void together(Tx tx, List<LookUp> all) {
        List<DirectLookUp> wanted = all.stream().map(DirectLookUp.class::cast).toList();
        AgentNames names = AgentNames.of(tx);
        names.lookUp(tx, wanted.stream().map(DirectLookUp::recipient).collect(Collectors.toSet()));
        Set<ChannelId> known = new HashSet<>();
        wanted.stream()
                .map(one -> one.room(names.known(one.recipient)))
                .filter(Objects::nonNull)
                .forEach(room -> known.add(room.id()));
        deliveries.lookUp(tx, known);
    }

    private @Nullable Room room(@Nullable AgentId other) {
        return other == null ? null : rooms.find(sender, other);
    }
}
