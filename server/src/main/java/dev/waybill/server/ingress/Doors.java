package dev.waybill.server.ingress;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.source.Arrived;
import dev.waybill.server.attempt.Keys;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.source.Appended;
import dev.waybill.server.source.Events;
import dev.waybill.server.source.KeptSource;
import dev.waybill.server.source.NewEvent;
import dev.waybill.server.source.SourceStatus;
import dev.waybill.server.source.Sources;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets in what the senders of events post: proves it, turns it into an event of its source, and has it kept before it is
/// answered.
public final class Doors {
    /// The most that is read of a request.
    public static final int MAX_BYTES = 2 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(Doors.class);
    private static final JsonLimits LIMITS = new JsonLimits(MAX_BYTES, 64, 64);

    private final Sources sources;
    private final Events events;
    private final Keys keys;
    private final Map<String, Door> doors;

    public Doors(Sources sources, Events events, Keys keys, InstantSource clock) {
        this.sources = sources;
        this.events = events;
        this.keys = keys;
        Json json = new Json(LIMITS);
        Freshness freshness = new Freshness(clock);
        this.doors =
                Map.of(
                        "github", new GitHubDoor(json),
                        "feishu", new FeishuDoor(json, freshness),
                        "webhook", new WebhookDoor(json, freshness));
    }

    /// Whether the door leads to a source.
    public boolean lead(String host, String sourceId) {
        return doors.containsKey(host) && source(host, sourceId).isPresent();
    }

    private Optional<KeptSource> source(String host, String sourceId) {
        return sources.find(sourceId).filter(found -> found.type().host().equals(host));
    }

    /// Takes in what was posted at a door, or refuses it.
    ///
    /// @param host the type of the source's host, which has a door of its own
    public Arrived receive(String host, Arrival arrival) {
        Door door = doors.get(host);
        KeptSource source = source(host, arrival.sourceId()).orElse(null);
        if (door == null || source == null) {
            throw nobody(arrival);
        }
        Credential key = key(source).orElseThrow(() -> nobody(arrival));
        return switch (door.open(source, key, arrival)) {
            case Received.Passed(var reason) -> Arrived.passed(reason);
            case Received.Challenged(var challenge) -> Arrived.challenged(challenge);
            case Received.Astray(var reason) -> {
                troubled(source, reason);
                yield Arrived.passed(reason);
            }
            case Received.Told(var event, var place) ->
                    kept(Persistence.trying(() -> append(source, event, place)));
        };
    }

    /// What comes to the right place shows that nothing is wrong there any more.
    private Appended append(KeptSource source, NewEvent event, @Nullable Place place) {
        return events.append(
                source.workspace(),
                source.id(),
                List.of(event),
                tx -> {
                    Place.keep(tx, sources, source, place);
                    if (source.status() == SourceStatus.ERROR) {
                        sources.reached(tx, source.id(), source.checkpoint());
                    }
                });
    }

    private void troubled(KeptSource source, String trouble) {
        if (!source.paused() && !trouble.equals(source.trouble())) {
            sources.troubled(source, trouble);
        }
    }

    /// What is wrong with a credential is for the operator, not for whoever calls.
    private Optional<Credential> key(KeptSource source) {
        String trouble = "there is none";
        try {
            Optional<Credential> key =
                    keys.find(source.workspace(), source.type().host(), source.credential());
            if (key.isPresent()) {
                return key;
            }
        } catch (Refusal e) {
            trouble = e.detail();
        }
        LOG.atWarn()
                .addKeyValue("source", source.id())
                .log("An event was turned away for want of a credential: {}", trouble);
        return Optional.empty();
    }

    /// Takes as long as looking at a signature does.
    private static RuntimeException nobody(Arrival arrival) {
        Hmac.sha256("nobody".getBytes(UTF_8), arrival.body());
        return Door.unproved();
    }

    private static Arrived kept(Appended appended) {
        return new Arrived(
                true,
                appended.appended(),
                appended.deduped(),
                appended.lastOffset(),
                appended.appended() == 0 ? "it is known already" : null,
                null);
    }
}
