package dev.waybill.protocol.network.wire;

import dev.waybill.protocol.network.DirectId;
import dev.waybill.protocol.network.EnvelopeId;
import dev.waybill.protocol.network.Flaw;
import dev.waybill.protocol.network.Kind;
import dev.waybill.protocol.network.Links;
import dev.waybill.protocol.network.NetworkChannel;
import dev.waybill.protocol.network.NetworkProfile;
import dev.waybill.protocol.network.NetworkWorkspace;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Place;
import dev.waybill.protocol.network.Scope;
import dev.waybill.protocol.network.ThreadId;
import dev.waybill.protocol.network.TraceId;
import dev.waybill.protocol.network.Wording;
import dev.waybill.protocol.network.WorkId;
import dev.waybill.protocol.network.text.Shown;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The rules about everything but the body, in their order.
record HeaderRules(NetworkProfile profile) {
    /// What holds of an envelope whose header is right. Only what is said somewhere has a place.
    record Header(
            EnvelopeId id,
            Kind kind,
            Scope scope,
            PeerId from,
            @Nullable PeerId to,
            long ts,
            @Nullable Long expiresAt,
            @Nullable WorkId work,
            @Nullable Place place,
            Links links,
            Wording wording) {
        Place requirePlace() {
            if (place == null) {
                throw Refused.missing("surface");
            }
            return place;
        }

        WorkId requireWork() {
            if (work == null) {
                throw Refused.missing("work_id");
            }
            return work;
        }
    }

    Header apply(Claim claim) {
        protocol(claim);
        EnvelopeId id = named(claim.id(), "id", EnvelopeId::new);
        NetworkWorkspace workspace = workspace(claim);
        Kind kind = kind(claim);
        Scope scope = new Scope(workspace, named(claim.channel(), "channel", NetworkChannel::new));
        PeerId from = named(claim.from(), "from", this::peer);
        PeerId to = optional(claim.to(), this::peer);
        if (claim.ts() <= 0) {
            throw Refused.missing("ts");
        }
        WorkId work = work(claim);
        Wording wording = wording(claim, kind);
        Place place = null;
        if (kind == Kind.GREET || kind == Kind.WHOIS) {
            unplaced(claim, work);
        } else {
            place = place(claim, kind, scope, from, to);
            if (work == null && kind != Kind.SAY) {
                throw Refused.missing("work_id");
            }
        }
        return new Header(
                id,
                kind,
                scope,
                from,
                to,
                claim.ts(),
                claim.expiresAt(),
                work,
                place,
                links(claim),
                wording);
    }

    private void protocol(Claim claim) {
        String protocol = present(claim.protocol(), "protocol");
        if (!protocol.equals(profile.protocol())) {
            throw Refused.field(
                    "protocol " + Shown.quoted(protocol) + " is not '" + profile.protocol() + "'");
        }
    }

    private @Nullable NetworkWorkspace workspace(Claim claim) {
        if (claim.workspaceId() == null && !profile.scoped()) {
            return null;
        }
        return named(claim.workspaceId(), "workspace_id", NetworkWorkspace::new);
    }

    private Kind kind(Claim claim) {
        String word = claim.kind() == null ? "" : claim.kind();
        return Kind.of(word, profile)
                .orElseThrow(
                        () ->
                                new Refused(
                                        Flaw.INVALID_KIND,
                                        "kind " + Shown.quoted(word) + " is not supported"));
    }

    private PeerId peer(String value) {
        PeerId peer = new PeerId(value);
        if (peer.fingerprint().isPresent() && !profile.handles()) {
            throw Refused.field("peer " + Shown.quoted(value) + " holds '@'");
        }
        return peer;
    }

    private @Nullable WorkId work(Claim claim) {
        WorkId work = optional(claim.workId(), WorkId::new);
        WorkId interaction = optional(claim.interactionId(), WorkId::new);
        if (work != null && interaction != null && !work.equals(interaction)) {
            throw Refused.field("work_id and interaction_id are different");
        }
        return work == null ? interaction : work;
    }

    private static Wording wording(Claim claim, Kind kind) {
        boolean older = kind == Kind.DIRECT || (claim.interactionId() != null && !claim.placed());
        return older ? Wording.OLDER : Wording.CURRENT;
    }

    private static void unplaced(Claim claim, @Nullable WorkId work) {
        if (claim.placed() || work != null) {
            throw Refused.field(
                    "greet and whois belong to no conversation and no work, so they have no surface,"
                            + " thread_id, direct_id or work_id");
        }
    }

    private Place place(Claim claim, Kind kind, Scope scope, PeerId from, @Nullable PeerId to) {
        if (kind == Kind.DIRECT) {
            return room(claim, scope, from, to);
        }
        if (!claim.placed() && claim.interactionId() != null && to != null) {
            return between(scope, from, to);
        }
        return switch (present(claim.surface(), "surface")) {
            case "thread" -> {
                absent(claim.directId(), "direct_id does not go with the surface 'thread'");
                yield new Place.InThread(named(claim.threadId(), "thread_id", ThreadId::new));
            }
            case "direct" -> {
                absent(claim.threadId(), "thread_id does not go with the surface 'direct'");
                yield new Place.InRoom(named(claim.directId(), "direct_id", DirectId::new));
            }
            default ->
                    throw Refused.field(
                            "surface "
                                    + Shown.quoted(present(claim.surface(), "surface"))
                                    + " is neither 'thread' nor 'direct'");
        };
    }

    /// The older word for text: its room follows from the two peers, and what else it says must agree.
    private Place.InRoom room(Claim claim, Scope scope, PeerId from, @Nullable PeerId to) {
        if (to == null) {
            throw Refused.missing("to");
        }
        Place.InRoom room = between(scope, from, to);
        absent(claim.threadId(), "direct is not said in a thread");
        boolean elsewhere =
                (claim.surface() != null && !claim.surface().equals(room.surface()))
                        || (claim.directId() != null
                                && !claim.directId().equals(room.room().value()));
        if (elsewhere) {
            throw Refused.field("direct is said in the room of from and to, and nowhere else");
        }
        return room;
    }

    private Place.InRoom between(Scope scope, PeerId from, PeerId to) {
        if (from.equals(to)) {
            throw Refused.field("from and to are the same peer");
        }
        return new Place.InRoom(DirectId.between(profile, scope, from, to));
    }

    private static Links links(Claim claim) {
        return new Links(
                optional(claim.replyTo(), EnvelopeId::new),
                optional(claim.traceId(), TraceId::new),
                optional(claim.causationId(), EnvelopeId::new));
    }

    private static void absent(@Nullable String value, String complaint) {
        if (value != null) {
            throw Refused.field(complaint);
        }
    }

    private static String present(@Nullable String value, String field) {
        if (value == null) {
            throw Refused.missing(field);
        }
        return value;
    }

    private static <T> T named(@Nullable String value, String field, Function<String, T> type) {
        return checked(present(value, field), type);
    }

    private static <T> @Nullable T optional(@Nullable String value, Function<String, T> type) {
        return value == null ? null : checked(value, type);
    }

    private static <T> T checked(String value, Function<String, T> type) {
        try {
            return type.apply(value);
        } catch (IllegalArgumentException e) {
            throw Refused.field(String.valueOf(e.getMessage()));
        }
    }
}
