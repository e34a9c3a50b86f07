package dev.waybill.protocol.network.wire;

import dev.waybill.protocol.network.Admission;
import dev.waybill.protocol.network.CapabilityDocument;
import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.EnvelopeId;
import dev.waybill.protocol.network.Flaw;
import dev.waybill.protocol.network.Kind;
import dev.waybill.protocol.network.NetworkProfile;
import dev.waybill.protocol.network.PeerCard;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Place;
import dev.waybill.protocol.network.Progress;
import dev.waybill.protocol.network.ReasonCode;
import dev.waybill.protocol.network.Speech;
import dev.waybill.protocol.network.WorkState;
import dev.waybill.protocol.network.json.Tree;
import dev.waybill.protocol.network.text.Blanks;
import dev.waybill.protocol.network.text.Shown;
import dev.waybill.protocol.network.wire.HeaderRules.Header;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The rules about bodies, kind by kind.
record BodyRules(NetworkProfile profile) {
    Content apply(Header header, @Nullable Tree body) {
        Fields fields = fields(body);
        return switch (header.kind()) {
            case GREET -> new Content.Greet(card(fields), fields.text("summary"));
            case WHOIS -> whois(fields);
            case SAY -> new Content.Say(header.requirePlace(), header.work(), speech(fields));
            case DIRECT -> direct(header, fields);
            case CAPABILITY ->
                    new Content.Offer(
                            header.requirePlace(), header.requireWork(), document(fields));
            case RECEIPT ->
                    new Content.Receipt(
                            header.requirePlace(), header.requireWork(), admission(fields));
            case TRACE ->
                    new Content.Trace(
                            header.requirePlace(), header.requireWork(), progress(fields));
        };
    }

    /// A body that is null or not there reads as one without fields, which no kind but whois could allow.
    private static Fields fields(@Nullable Tree body) {
        return switch (body) {
            case Tree.Members members -> new Fields(members, "body.", Flaw.INVALID_BODY);
            case Tree.Nothing nothing ->
                    new Fields(
                            new Tree.Members(nothing.span(), List.of()),
                            "body.",
                            Flaw.INVALID_BODY);
            case null -> throw Refused.missing("body");
            default -> throw Refused.field("body is not an object");
        };
    }

    private static Content direct(Header header, Fields fields) {
        if (!(header.requirePlace() instanceof Place.InRoom room)) {
            throw Refused.field("direct is said in a room");
        }
        return new Content.Direct(room, header.requireWork(), speech(fields));
    }

    private Content whois(Fields fields) {
        String type = Objects.requireNonNullElse(fields.trimmed("type"), "");
        return switch (type) {
            case "request" -> {
                if (fields.fields("peer_card") != null) {
                    throw Refused.body("a whois request has no peer_card");
                }
                yield new Content.WhoisRequest(fields.text("query"));
            }
            case "response" -> new Content.WhoisResponse(card(fields), fields.text("query"));
            default ->
                    throw Refused.field(
                            "body.type "
                                    + Shown.quoted(type)
                                    + " is neither 'request' nor 'response'");
        };
    }

    private PeerCard card(Fields body) {
        Fields card = body.fields("peer_card");
        if (card == null) {
            throw Refused.body("body.peer_card is missing");
        }
        return new PeerCard(
                peer(card),
                card.trimmed("display_name"),
                list(card, "profiles_supported"),
                list(card, "capabilities"),
                list(card, "artifacts_supported"),
                list(card, "trust_modes_supported"),
                card.map("ext"));
    }

    private PeerId peer(Fields card) {
        try {
            PeerId peer = new PeerId(need(card, "peer_id"));
            if (peer.fingerprint().isEmpty() || profile.handles()) {
                return peer;
            }
        } catch (IllegalArgumentException e) {
            throw Refused.body("body.peer_card.peer_id: " + e.getMessage());
        }
        throw Refused.body("body.peer_card.peer_id holds '@'");
    }

    private static List<String> list(Fields card, String name) {
        List<String> texts = card.texts(name);
        if (texts == null) {
            throw Refused.body("body.peer_card." + name + " is missing");
        }
        return present(texts);
    }

    private static List<String> present(List<String> texts) {
        return texts.stream().map(Blanks::present).filter(Objects::nonNull).toList();
    }

    private static Speech speech(Fields fields) {
        String text = fields.text("text");
        String intent = fields.text("intent");
        var artifacts = fields.values("artifacts");
        if (text == null || Blanks.present(text) == null) {
            throw Refused.body("body.text is missing or blank");
        }
        return new Speech(text, artifacts, intent);
    }

    private CapabilityDocument document(Fields body) {
        Fields inner = body.fields("capability");
        if (inner == null && profile.olderWords()) {
            inner = body.fields("recipe");
        }
        if (inner == null) {
            throw Refused.body("body.capability is missing");
        }
        CapabilityDocument document = document(inner, need(inner, "id"));
        requirements(document.requirements());
        if (!document.intact()) {
            throw new Refused(
                    Flaw.VERIFICATION_FAILED,
                    "body.capability.digest is not " + document.computedDigest());
        }
        return document;
    }

    private static CapabilityDocument document(Fields inner, String id) {
        need(inner, "summary");
        need(inner, "outcome");
        need(inner, "digest");
        return new CapabilityDocument(
                Objects.requireNonNullElse(inner.text("id"), id),
                Objects.requireNonNullElse(inner.text("summary"), ""),
                Objects.requireNonNullElse(inner.text("outcome"), ""),
                inner.text("version"),
                Objects.requireNonNullElse(inner.text("digest"), ""),
                texts(inner, "context_needed"),
                texts(inner, "artifacts_expected"),
                texts(inner, "execution_outline"),
                texts(inner, "constraints"),
                texts(inner, "examples"),
                texts(inner, "requirements"));
    }

    private static List<String> texts(Fields fields, String name) {
        return Objects.requireNonNullElse(fields.texts(name), List.of());
    }

    private static void requirements(List<String> requirements) {
        Set<String> seen = new HashSet<>();
        for (String requirement : requirements) {
            String trimmed = Blanks.trim(requirement);
            if (trimmed.isEmpty() || !seen.add(trimmed)) {
                throw Refused.body("body.capability.requirements has a blank or repeated item");
            }
        }
    }

    private Admission admission(Fields fields) {
        EnvelopeId forId = new EnvelopeId(need(fields, "for_id"));
        String detail = fields.text("detail");
        ReasonCode reason = reason(fields);
        String status = Objects.requireNonNullElse(fields.trimmed("status"), "");
        return switch (status) {
            case "accepted" -> {
                if (reason != null) {
                    throw Refused.body("a receipt that accepts has no reason_code");
                }
                yield new Admission.Accepted(forId, detail);
            }
            case "rejected" -> new Admission.Rejected(forId, required(reason), detail);
            case "duplicate" -> new Admission.Duplicate(forId, required(reason), detail);
            case "expired" -> new Admission.Expired(forId, required(reason), detail);
            case "unsupported" -> new Admission.Unsupported(forId, required(reason), detail);
            case "canceled" -> new Admission.Canceled(forId, reason, detail);
            default -> throw Refused.field("body.status " + Shown.quoted(status) + " is unknown");
        };
    }

    private @Nullable ReasonCode reason(Fields fields) {
        String word = fields.trimmed("reason_code");
        return word == null
                ? null
                : ReasonCode.of(word, profile)
                        .orElseThrow(
                                () ->
                                        Refused.field(
                                                "body.reason_code "
                                                        + Shown.quoted(word)
                                                        + " is not registered"));
    }

    private static ReasonCode required(@Nullable ReasonCode reason) {
        if (reason == null) {
            throw Refused.body("this receipt needs a reason_code");
        }
        return reason;
    }

    private static Progress progress(Fields fields) {
        String word = Objects.requireNonNullElse(fields.trimmed("state"), "");
        String message = fields.text("message");
        var refs = fields.values("artifact_refs");
        WorkState state =
                WorkState.of(word)
                        .orElseThrow(
                                () ->
                                        Refused.field(
                                                "body.state "
                                                        + Shown.quoted(word)
                                                        + " is unknown"));
        return new Progress(state, message, fields.any("result"), refs);
    }

    private static String need(Fields fields, String name) {
        String text = fields.trimmed(name);
        if (text == null) {
            throw Refused.body(fields.where() + name + " is missing or blank");
        }
        return text;
    }

    /// What body and envelope have to agree on, and what may be claimed only with a proof.
    static void together(Header header, Content content, Tree.@Nullable Members proof) {
        PeerCard card =
                switch (content) {
                    case Content.Greet greet -> greet.card();
                    case Content.WhoisResponse response -> response.card();
                    case Content.WhoisRequest _, Content.Placed _ -> null;
                };
        if (card == null) {
            return;
        }
        if (!card.peer().equals(header.from())) {
            throw Refused.body("body.peer_card.peer_id is not from");
        }
        if (header.kind() == Kind.WHOIS && header.links().replyTo() == null) {
            throw Refused.missing("reply_to");
        }
        boolean unproved = proof == null || proof.members().isEmpty();
        if (unproved && card.capabilities().contains(PeerCard.TASK_WRITE)) {
            throw new Refused(
                    Flaw.VERIFICATION_FAILED,
                    "the capability 'task.write' may be claimed only with a proof");
        }
    }
}
