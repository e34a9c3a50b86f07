package dev.waybill.sdk;

import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.EnvelopeId;
import dev.waybill.protocol.network.Links;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Place;
import dev.waybill.protocol.network.Speech;
import dev.waybill.protocol.network.TraceId;
import dev.waybill.protocol.network.WorkId;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// Something to be said in the network. What kind of thing it is, and so what must be there, is the shape of its content.
///
/// ```java
/// NetworkDraft question =
///         NetworkDraft.say(new Place.InThread(new ThreadId("thread_release")), "Is it safe?")
///                 .traceId(new TraceId("release-42"))
///                 .expiresAt(Instant.now().plusSeconds(600));
/// ```
///
/// @param to the one peer it is for; everyone in the channel if absent
/// @param id one is made up if absent
public record NetworkDraft(
        Content.Placed content,
        @Nullable PeerId to,
        Links links,
        @Nullable Instant expiresAt,
        @Nullable EnvelopeId id) {

    public static NetworkDraft of(Content.Placed content) {
        return new NetworkDraft(content, null, Links.NONE, null, null);
    }

    public static NetworkDraft say(Place place, String text) {
        return of(new Content.Say(place, null, new Speech(text, List.of(), null)));
    }

    public NetworkDraft to(PeerId peer) {
        return new NetworkDraft(content, peer, links, expiresAt, id);
    }

    /// What is said belongs to this work; with a name that is new, it begins it.
    public NetworkDraft work(WorkId work) {
        return with(
                switch (content) {
                    case Content.Say(var place, var _, var speech) ->
                            new Content.Say(place, work, speech);
                    case Content.Direct(var place, var _, var speech) ->
                            new Content.Direct(place, work, speech);
                    case Content.Offer(var place, var _, var document) ->
                            new Content.Offer(place, work, document);
                    case Content.Receipt(var place, var _, var admission) ->
                            new Content.Receipt(place, work, admission);
                    case Content.Trace(var place, var _, var progress) ->
                            new Content.Trace(place, work, progress);
                });
    }

    /// Begins work under a name that is made up.
    public NetworkDraft newWork() {
        return work(new WorkId("work_" + random()));
    }

    public NetworkDraft replyTo(EnvelopeId message) {
        return with(new Links(message, links.traceId(), links.causationId()));
    }

    public NetworkDraft traceId(TraceId trace) {
        return with(new Links(links.replyTo(), trace, links.causationId()));
    }

    public NetworkDraft causedBy(EnvelopeId message) {
        return with(new Links(links.replyTo(), links.traceId(), message));
    }

    /// From then on nobody must act upon it.
    public NetworkDraft expiresAt(Instant moment) {
        return new NetworkDraft(content, to, links, moment, id);
    }

    /// Under one id one thing is said, however often.
    public NetworkDraft id(EnvelopeId other) {
        return new NetworkDraft(content, to, links, expiresAt, other);
    }

    NetworkDraft with(Links others) {
        return new NetworkDraft(content, to, others, expiresAt, id);
    }

    NetworkDraft identified() {
        return id == null ? id(new EnvelopeId("msg-" + random())) : this;
    }

    private NetworkDraft with(Content.Placed other) {
        return new NetworkDraft(other, to, links, expiresAt, id);
    }

    private static String random() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }
}
