package dev.waybill.server.network;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.Links;
import dev.waybill.protocol.network.PeerCard;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Scope;
import dev.waybill.protocol.network.api.CapabilityEntry;
import dev.waybill.protocol.network.json.RawJson;
import dev.waybill.server.network.transport.CarrierException;
import dev.waybill.server.network.transport.Parcel;
import dev.waybill.server.network.transport.Transport;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Shows the peers that agents here are: greets, answers who asks, and asks who is there. None of it is kept; what is lost
/// is said again.
final class Greeter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Greeter.class);
    private static final int MOST_WAITING = 1000;

    private final Wire wire;
    private final Names names;
    private final Cards cards;
    private final Roster roster;
    private final Transport transport;
    private final InstantSource clock;

    /// One thread; whoever asks more than it can answer is not answered.
    private final ExecutorService thread =
            new ThreadPoolExecutor(
                    1,
                    1,
                    0,
                    TimeUnit.SECONDS,
                    new ArrayBlockingQueue<>(MOST_WAITING),
                    Thread.ofPlatform().name("network-greeter").daemon().factory(),
                    new ThreadPoolExecutor.DiscardPolicy());

    Greeter(
            Wire wire,
            Names names,
            Cards cards,
            Roster roster,
            Transport transport,
            InstantSource clock) {
        this.wire = wire;
        this.names = names;
        this.cards = cards;
        this.roster = roster;
        this.transport = transport;
        this.clock = clock;
    }

    /// Who of this server is meant by the question: the one it is for, or everybody who answers to it.
    List<LocalPeer> asked(Envelope question, String query) {
        PeerId to = question.to();
        return roster.in(question.scope()).stream()
                .filter(peer -> !peer.peer().equals(question.from()))
                .filter(
                        peer ->
                                to == null
                                        ? cards.of(peer).answersTo(query)
                                        : peer.peer().equals(to))
                .toList();
    }

    /// All of them show themselves.
    void greetAll() {
        greet(roster.all());
    }

    void greet(Collection<LocalPeer> peers) {
        publish(() -> peers.stream().map(peer -> envelope(peer, null, cards.greet(peer))).toList());
    }

    /// Whoever is in one of these channels is asked to show itself, as nobody greets back.
    void ask(Collection<Scope> scopes) {
        publish(
                () ->
                        scopes.stream()
                                .flatMap(scope -> roster.in(scope).stream().limit(1))
                                .map(peer -> envelope(peer, null, new Content.WhoisRequest(null)))
                                .toList());
    }

    void answer(Envelope request, List<LocalPeer> asked) {
        publish(() -> asked.stream().map(peer -> answer(request, peer)).toList());
    }

    /// What the peer says of itself to who asked.
    Envelope answer(Envelope request, LocalPeer peer) {
        List<CapabilityEntry> shown =
                Inquiry.of(request).choose(peer.introduction().capabilities());
        PeerCard card = cards.of(peer, shown);
        Envelope plain =
                envelope(
                        peer,
                        request.from(),
                        new Content.WhoisResponse(card, null),
                        new Links(request.id(), null, null));
        return Inquiry.of(request).wantsCatalog() ? with(plain, Cards.catalog(shown)) : plain;
    }

    private Envelope envelope(LocalPeer from, @Nullable PeerId to, Content content) {
        return envelope(from, to, content, Links.NONE);
    }

    private Envelope envelope(LocalPeer from, @Nullable PeerId to, Content content, Links links) {
        return Envelope.of(
                names.message(),
                from.scope(),
                from.peer(),
                to,
                clock.instant().getEpochSecond(),
                null,
                links,
                content);
    }

    private static Envelope with(Envelope plain, Map<String, RawJson> ext) {
        return new Envelope(
                plain.id(),
                plain.scope(),
                plain.from(),
                plain.to(),
                plain.ts(),
                plain.expiresAt(),
                plain.links(),
                plain.content(),
                plain.body(),
                plain.proof(),
                ext,
                plain.wording());
    }

    private interface Some {
        List<Envelope> make();
    }

    private void publish(Some envelopes) {
        thread.execute(() -> tryToPublish(envelopes));
    }

    private void tryToPublish(Some envelopes) {
        try {
            List<Parcel> parcels =
                    envelopes.make().stream()
                            .map(one -> parcel(one))
                            .filter(one -> one.payload().length <= transport.maxPayload())
                            .toList();
            if (!parcels.isEmpty()) {
                transport.publish(parcels);
            }
        } catch (CarrierException e) {
            LOG.debug("Nobody was greeted: {}", e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.warn("Nobody was greeted: {}", e.getClass().getName());
        }
    }

    private Parcel parcel(Envelope envelope) {
        Letter letter = Letter.of(envelope, wire);
        return new Parcel(
                wire.subjects().of(envelope), letter.text().getBytes(UTF_8), letter.key());
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
