package dev.waybill.protocol.network.wire;

import dev.waybill.protocol.network.Admission;
import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.EnvelopeId;
import dev.waybill.protocol.network.Flaw;
import dev.waybill.protocol.network.Freshness;
import dev.waybill.protocol.network.Links;
import dev.waybill.protocol.network.NetworkProfile;
import dev.waybill.protocol.network.ReasonCode;
import dev.waybill.protocol.network.Secrets;
import dev.waybill.protocol.network.json.NotJson;
import dev.waybill.protocol.network.json.RawJson;
import dev.waybill.protocol.network.json.Tree;
import dev.waybill.protocol.network.text.LenientUtf8;
import dev.waybill.protocol.network.wire.HeaderRules.Header;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads what arrived from the network. The first rule that is broken is the one that is named, and whether the message
/// is of now is asked last.
public final class EnvelopeReader {
    private final NetworkProfile profile;
    private final HeaderRules header;
    private final BodyRules body;

    public EnvelopeReader(NetworkProfile profile) {
        this.profile = profile;
        this.header = new HeaderRules(profile);
        this.body = new BodyRules(profile);
    }

    /// With every rule, the one about time included.
    public Reading read(byte[] document, Freshness freshness, Instant now) {
        Reading reading = read(document);
        if (!(reading instanceof Reading.Accepted(var envelope, var _))) {
            return reading;
        }
        Optional<Flaw> stale = freshness.flaw(envelope, now);
        return stale.isEmpty()
                ? reading
                : new Reading.Rejected(stale.get(), words(stale.get()), claim(document));
    }

    /// With every rule but the one about time.
    public Reading read(byte[] document) {
        Draft draft = null;
        try {
            Tree tree = tree(document);
            draft = draft(tree);
            return accepted(draft);
        } catch (Refused refused) {
            return new Reading.Rejected(
                    refused.flaw(), refused.detail(), draft == null ? null : draft.claim());
        }
    }

    /// The receipt that tells the sender of directed work why it was refused. Empty if it was not that, or if what it
    /// claims is not good enough for an answer that others would take.
    public Optional<Envelope> receipt(Reading.Rejected rejected, EnvelopeId id, long ts) {
        Claim claim = rejected.claim();
        if (claim == null) {
            return Optional.empty();
        }
        try {
            return receipt(header.apply(claim), rejected.reason(), id, ts);
        } catch (Refused _) {
            return Optional.empty();
        }
    }

    private static Optional<Envelope> receipt(
            Header head, ReasonCode reason, EnvelopeId id, long ts) {
        boolean speaks =
                switch (head.kind()) {
                    case SAY, DIRECT, CAPABILITY -> true;
                    case GREET, WHOIS, RECEIPT, TRACE -> false;
                };
        if (!speaks || head.to() == null || head.work() == null) {
            return Optional.empty();
        }
        Links links = new Links(head.id(), head.links().traceId(), head.id());
        Content receipt =
                new Content.Receipt(
                        head.requirePlace(), head.work(), Admission.refusing(head.id(), reason));
        return Optional.of(
                Envelope.of(id, head.scope(), head.to(), head.from(), ts, null, links, receipt)
                        .worded(head.wording()));
    }

    private Tree tree(byte[] document) {
        if (document.length > profile.maxBytes()) {
            throw new Refused(
                    Flaw.INVALID_ENVELOPE,
                    "%d bytes are more than %d".formatted(document.length, profile.maxBytes()));
        }
        try {
            return Tree.read(LenientUtf8.decode(document));
        } catch (NotJson e) {
            throw new Refused(Flaw.INVALID_ENVELOPE, String.valueOf(e.getMessage()));
        }
    }

    private Draft draft(Tree tree) {
        return switch (tree) {
            case Tree.Members members -> {
                if (!profile.olderWords() && members.has(Draft.INTERACTION_ID)) {
                    throw new Refused(Flaw.LEGACY_FIELD, "interaction_id is of an older protocol");
                }
                yield Draft.of(members);
            }
            case Tree.Nothing _ -> Draft.empty();
            default -> throw new Refused(Flaw.INVALID_ENVELOPE, "the document is not an object");
        };
    }

    private Reading accepted(Draft draft) {
        Header head = header.apply(draft.claim());
        Content content = body.apply(head, draft.body());
        BodyRules.together(head, content, draft.proof());
        handle(head, draft.proof());
        SecretScan scan = SecretScan.of(draft);
        if (scan.clean()) {
            return new Reading.Accepted(
                    envelope(head, content, raw(draft.body()), draft.ext(), draft.proof()),
                    List.of());
        }
        if (profile.secrets() == Secrets.REFUSE) {
            throw Refused.body("there seems to be a secret in " + scan.places().getFirst());
        }
        return redacted(head, draft, scan);
    }

    /// A peer whose name holds its key has to sign; whether the signature is right is asked elsewhere.
    private static void handle(Header head, Tree.@Nullable Members proof) {
        if (head.from().fingerprint().isPresent() && (proof == null || proof.members().isEmpty())) {
            throw new Refused(Flaw.VERIFICATION_FAILED, "from names a key, but there is no proof");
        }
    }

    /// What is struck out of a capability breaks its digest, so that one is refused rather than passed on forged.
    private Reading redacted(Header head, Draft draft, SecretScan scan) {
        RawJson struck = Redaction.of(raw(draft.body()));
        Content content = body.apply(head, struck.tree());
        Map<String, RawJson> ext = Redaction.of(draft.ext());
        return new Reading.Accepted(
                envelope(head, content, struck, ext, draft.proof()),
                scan.places().stream()
                        .map(place -> "a secret was struck out of " + place)
                        .toList());
    }

    private static RawJson raw(@Nullable Tree body) {
        return body == null ? RawJson.of("null") : body.raw();
    }

    private static Envelope envelope(
            Header head,
            Content content,
            RawJson body,
            Map<String, RawJson> ext,
            Tree.@Nullable Members proof) {
        return new Envelope(
                head.id(),
                head.scope(),
                head.from(),
                head.to(),
                head.ts(),
                head.expiresAt(),
                head.links(),
                content,
                body,
                proof == null ? null : proof.raw(),
                ext,
                head.wording());
    }

    private static Claim claim(byte[] document) {
        return Tree.read(LenientUtf8.decode(document)) instanceof Tree.Members members
                ? Draft.of(members).claim()
                : Draft.empty().claim();
    }

    private static String words(Flaw stale) {
        return stale == Flaw.EXPIRED
                ? "expires_at has passed"
                : "ts is further from now than the replay window";
    }
}
