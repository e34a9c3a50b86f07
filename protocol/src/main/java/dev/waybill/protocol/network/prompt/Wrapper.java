package dev.waybill.protocol.network.prompt;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.network.CapabilityDocument;
import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.Place;
import dev.waybill.protocol.network.Trust;
import dev.waybill.protocol.network.text.Blanks;
import dev.waybill.protocol.network.text.Shown;
import java.util.Base64;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a session sees of an envelope: one element of three or four lines, whatever the peer wrote.
///
/// Everything a peer chose stands in quotes or between tags, with `& < > " '` escaped and every control, line break, bidi and
/// invisible character written as a character reference; the body is base64.
public final class Wrapper {
    private Wrapper() {}

    public static String wrap(Envelope envelope) {
        return wrap(envelope, Trust.UNTRUSTED);
    }

    public static String wrap(Envelope envelope, Trust trust) {
        StringBuilder out = new StringBuilder("<network-message");
        attribute(out, "id", envelope.id());
        attribute(out, "from", envelope.from());
        attribute(out, "channel", envelope.scope().channel());
        attribute(out, "kind", envelope.kind().wire());
        if (envelope.content() instanceof Content.Placed placed) {
            place(out, placed.place());
        }
        attribute(out, "to", envelope.to());
        attribute(out, "work-id", envelope.work());
        attribute(out, "reply-to", envelope.links().replyTo());
        attribute(out, "trace-id", envelope.links().traceId());
        attribute(out, "causation-id", envelope.links().causationId());
        attribute(out, "expires-at", envelope.expiresAt());
        attribute(out, "trust", trust.wire());
        out.append(">\n");
        String preview = Shown.xml(Blanks.trim(preview(envelope.content())));
        if (!preview.isEmpty()) {
            out.append("  <network-preview encoding=\"xml-escaped\">")
                    .append(preview)
                    .append("</network-preview>\n");
        }
        String body =
                Base64.getEncoder()
                        .encodeToString(envelope.content().body().text().getBytes(UTF_8));
        return out.append("  <network-body encoding=\"base64-json\">")
                .append(body)
                .append("</network-body>\n</network-message>")
                .toString();
    }

    private static void place(StringBuilder out, Place place) {
        attribute(out, "surface", place.surface());
        switch (place) {
            case Place.InThread(var thread) -> attribute(out, "thread-id", thread);
            case Place.InRoom(var room) -> attribute(out, "direct-id", room);
        }
    }

    private static void attribute(StringBuilder out, String name, @Nullable Object value) {
        if (value != null) {
            out.append(' ')
                    .append(name)
                    .append("=\"")
                    .append(Shown.xml(Blanks.trim(value.toString())))
                    .append('"');
        }
    }

    /// What the message says in short; the whole is in the body.
    private static String preview(Content content) {
        return Objects.requireNonNullElse(
                switch (content) {
                    case Content.Greet(var _, var summary) -> summary;
                    case Content.WhoisRequest(var query) -> query;
                    case Content.WhoisResponse _ -> null;
                    case Content.Say(var _, var _, var speech) -> speech.text();
                    case Content.Direct(var _, var _, var speech) -> speech.text();
                    case Content.Offer(var _, var _, var document) -> preview(document);
                    case Content.Receipt(var _, var _, var admission) -> admission.detail();
                    case Content.Trace(var _, var _, var progress) -> progress.message();
                },
                "");
    }

    private static String preview(CapabilityDocument document) {
        return Stream.of(document.summary(), document.outcome(), document.id())
                .filter(text -> Blanks.present(text) != null)
                .findFirst()
                .orElse("");
    }
}
