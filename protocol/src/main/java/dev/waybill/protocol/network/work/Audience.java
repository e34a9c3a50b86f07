package dev.waybill.protocol.network.work;

import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.DirectId;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.NetworkProfile;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Place;
import java.util.Collection;
import java.util.List;

/// Whom an envelope is for among the local peers of its channel.
public sealed interface Audience {
    /// These, in the order they were given; nobody is a valid answer.
    record Peers(List<PeerId> peers) implements Audience {
        public Peers {
            peers = List.copyOf(peers);
        }
    }

    /// For a peer that is not here.
    record NotTarget() implements Audience {}

    /// In a room that is not the room of its sender and its receiver.
    record WrongRoom() implements Audience {}

    static Audience of(Envelope envelope, Collection<PeerId> local, NetworkProfile profile) {
        PeerId to = envelope.to();
        if (to != null) {
            return local.contains(to) ? directed(envelope, to, profile) : new NotTarget();
        }
        return new Peers(
                local.stream()
                        .filter(peer -> !peer.equals(envelope.from()))
                        .filter(peer -> hears(envelope, peer, profile))
                        .toList());
    }

    private static Audience directed(Envelope envelope, PeerId to, NetworkProfile profile) {
        if (to.equals(envelope.from())) {
            return new Peers(List.of());
        }
        return inTheRoom(envelope, to, profile) ? new Peers(List.of(to)) : new WrongRoom();
    }

    /// A broadcast receipt or trace changes the work and is nobody's to read.
    private static boolean hears(Envelope envelope, PeerId peer, NetworkProfile profile) {
        return switch (envelope.content()) {
            case Content.Receipt _, Content.Trace _ -> false;
            case Content.Presence _, Content.Say _, Content.Direct _, Content.Offer _ ->
                    inTheRoom(envelope, peer, profile);
        };
    }

    private static boolean inTheRoom(Envelope envelope, PeerId peer, NetworkProfile profile) {
        return !(envelope.content() instanceof Content.Placed placed)
                || !(placed.place() instanceof Place.InRoom(var room))
                || room.equals(DirectId.between(profile, envelope.scope(), envelope.from(), peer));
    }
}
