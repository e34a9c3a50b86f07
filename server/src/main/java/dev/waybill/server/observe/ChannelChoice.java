package dev.waybill.server.observe;

import dev.waybill.protocol.workspace.ChannelKind;
import dev.waybill.server.ledger.LedgerEvent;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/// The channels a client has subscribed to, by name or id. Without any it hears of all. Conversations and what happens in
/// no channel are not for choosing.
record ChannelChoice(Set<String> channels) {
    static final int MAX_CHANNELS = 1000;
    static final ChannelChoice ALL = new ChannelChoice(Set.of());

    ChannelChoice {
        channels = Set.copyOf(channels);
        if (channels.size() > MAX_CHANNELS) {
            throw new IllegalArgumentException("more than " + MAX_CHANNELS + " channels");
        }
    }

    ChannelChoice with(Collection<String> more) {
        Set<String> all = new HashSet<>(channels);
        more.forEach(name -> all.add(plain(name)));
        return new ChannelChoice(all);
    }

    ChannelChoice without(Collection<String> fewer) {
        Set<String> all = new HashSet<>(channels);
        fewer.forEach(name -> all.remove(plain(name)));
        return new ChannelChoice(all);
    }

    boolean covers(LedgerEvent event) {
        LedgerEvent.Room room = event.room();
        return channels.isEmpty()
                || room == null
                || room.kind() != ChannelKind.CHANNEL
                || channels.contains(room.name())
                || channels.contains(room.id().text());
    }

    private static String plain(String name) {
        return name.startsWith("#") ? name.substring(1) : name;
    }
}
