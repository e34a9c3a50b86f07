package dev.waybill.server.network;

import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.NetworkProfile;
import dev.waybill.protocol.network.PeerCard;
import dev.waybill.protocol.network.api.CapabilityEntry;
import dev.waybill.protocol.network.api.PeerCardView;
import dev.waybill.protocol.network.json.ObjectText;
import dev.waybill.protocol.network.json.RawJson;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What peers here say of themselves, and how cards of others are shown.
final class Cards {
    private static final String BRIEF = "agh.capabilities_brief";
    private static final String CATALOG = "agh.capability_catalog";
    private static final int LONGEST_SUMMARY = 160;

    private final NetworkProfile profile;

    Cards(NetworkProfile profile) {
        this.profile = profile;
    }

    PeerCard of(LocalPeer peer) {
        return of(peer, peer.introduction().capabilities());
    }

    /// With only some of what it can do.
    PeerCard of(LocalPeer peer, List<CapabilityEntry> shown) {
        Map<String, RawJson> ext =
                shown.isEmpty()
                        ? Map.of()
                        : Map.of(BRIEF, RawJson.listOf(shown.stream().map(Cards::brief).toList()));
        return new PeerCard(
                peer.peer(),
                peer.displayName(),
                List.of(profile.protocol()),
                shown.stream().map(CapabilityEntry::id).toList(),
                List.of("capability"),
                List.of(),
                ext);
    }

    Content.Greet greet(LocalPeer peer) {
        String given = peer.introduction().summary();
        String summary = given == null ? name(peer) + " is present" : given;
        return new Content.Greet(of(peer), cut(summary));
    }

    /// Everything that is known of what it can do, for who asks for it.
    static Map<String, RawJson> catalog(List<CapabilityEntry> shown) {
        RawJson all = RawJson.listOf(shown.stream().map(Cards::whole).toList());
        return catalog(new ObjectText().put("capabilities", all).done());
    }

    static Map<String, RawJson> catalog(RawJson whole) {
        return Map.of(CATALOG, whole);
    }

    /// The same, as another peer has told it.
    static @Nullable RawJson learned(Envelope envelope) {
        return envelope.ext().get(CATALOG);
    }

    /// As somebody elsewhere shows it, who names only what it can do.
    static PeerCardView view(PeerCard card) {
        return view(
                card,
                card.capabilities().stream()
                        .map(id -> new CapabilityEntry(id, null, null, null))
                        .toList());
    }

    static PeerCardView view(PeerCard card, List<CapabilityEntry> capabilities) {
        return new PeerCardView(
                card.peer().value(),
                card.displayName(),
                card.profiles(),
                capabilities,
                card.artifacts(),
                card.trustModes());
    }

    private static RawJson brief(CapabilityEntry entry) {
        return new ObjectText()
                .put("id", entry.id())
                .put("summary", Objects.requireNonNullElse(entry.summary(), entry.id()))
                .done();
    }

    private static RawJson whole(CapabilityEntry entry) {
        return new ObjectText()
                .put("id", entry.id())
                .put("summary", Objects.requireNonNullElse(entry.summary(), entry.id()))
                .put("outcome", Objects.requireNonNullElse(entry.outcome(), ""))
                .putSome("version", entry.version())
                .done();
    }

    private static String name(LocalPeer peer) {
        return Objects.requireNonNullElse(peer.displayName(), peer.agentName());
    }

    private static String cut(String text) {
        return text.codePointCount(0, text.length()) <= LONGEST_SUMMARY
                ? text
                : text.substring(0, text.offsetByCodePoints(0, LONGEST_SUMMARY));
    }
}
