package dev.waybill.protocol.network;

import dev.waybill.protocol.network.json.ObjectText;
import dev.waybill.protocol.network.json.RawJson;
import org.jspecify.annotations.Nullable;

/// What an envelope says. Which kinds have a place, and which belong to work, is their shape.
public sealed interface Content {
    /// Who is there: no conversation, no work.
    sealed interface Presence extends Content {}

    /// Said somewhere.
    sealed interface Placed extends Content {
        Place place();

        /// The work it belongs to, if any.
        @Nullable WorkId work();
    }

    /// A peer shows itself.
    record Greet(PeerCard card, @Nullable String summary) implements Presence {}

    /// A peer asks who is there.
    record WhoisRequest(@Nullable String query) implements Presence {}

    /// The answer to that.
    record WhoisResponse(PeerCard card, @Nullable String query) implements Presence {}

    /// Text, of work or just so.
    record Say(Place place, @Nullable WorkId work, Speech speech) implements Placed {}

    /// Text from one peer to another about work, in the older words.
    record Direct(Place.InRoom place, WorkId work, Speech speech) implements Placed {}

    /// A capability handed on.
    record Offer(Place place, WorkId work, CapabilityDocument document) implements Placed {}

    /// What became of an envelope.
    record Receipt(Place place, WorkId work, Admission admission) implements Placed {}

    /// How far work has come.
    record Trace(Place place, WorkId work, Progress progress) implements Placed {}

    default Kind kind() {
        return switch (this) {
            case Greet _ -> Kind.GREET;
            case WhoisRequest _, WhoisResponse _ -> Kind.WHOIS;
            case Say _ -> Kind.SAY;
            case Direct _ -> Kind.DIRECT;
            case Offer _ -> Kind.CAPABILITY;
            case Receipt _ -> Kind.RECEIPT;
            case Trace _ -> Kind.TRACE;
        };
    }

    /// The body in its delivery form: known fields in their order, nothing else.
    default RawJson body() {
        return switch (this) {
            case Greet(var card, var summary) ->
                    new ObjectText()
                            .put("peer_card", card.text())
                            .putSome("summary", summary)
                            .done();
            case WhoisRequest(var query) ->
                    new ObjectText().put("type", "request").putSome("query", query).done();
            case WhoisResponse(var card, var query) ->
                    new ObjectText()
                            .put("type", "response")
                            .putSome("query", query)
                            .put("peer_card", card.text())
                            .done();
            case Say(var _, var _, var speech) -> speech.body();
            case Direct(var _, var _, var speech) -> speech.body();
            case Offer(var _, var _, var document) -> document.body();
            case Receipt(var _, var _, var admission) -> admission.body();
            case Trace(var _, var _, var progress) -> progress.body();
        };
    }
}
