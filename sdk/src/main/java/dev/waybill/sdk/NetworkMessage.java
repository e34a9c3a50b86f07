package dev.waybill.sdk;

import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.network.Admission;
import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.DirectId;
import dev.waybill.protocol.network.EnvelopeId;
import dev.waybill.protocol.network.Kind;
import dev.waybill.protocol.network.Links;
import dev.waybill.protocol.network.NetworkChannel;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Place;
import dev.waybill.protocol.network.Progress;
import dev.waybill.protocol.network.ReasonCode;
import dev.waybill.protocol.network.Speech;
import dev.waybill.protocol.network.ThreadId;
import dev.waybill.protocol.network.TraceId;
import dev.waybill.protocol.network.Trust;
import dev.waybill.protocol.network.WorkId;
import dev.waybill.protocol.network.WorkState;
import dev.waybill.protocol.network.api.SentEnvelope;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a peer of the network sent to the agent. All of it is external input: it grants nothing and orders nothing.
///
/// ```java
/// MessageHandler handler =
///         (message, context) -> {
///             agent.network()
///                     .received(message)
///                     .filter(heard -> heard.work() != null)
///                     .ifPresent(
///                             heard -> {
///                                 heard.accept();
///                                 heard.trace(WorkState.COMPLETED);
///                             });
///             return context.delivered();
///         };
/// ```
///
/// Answers stay in the conversation of the message, belong to its work, go to its sender, and say what they answer.
public final class NetworkMessage {
    private static final String TYPE = "network.message";
    private static final Pattern BODY =
            Pattern.compile(
                    "<network-body encoding=\"base64-json\">([A-Za-z0-9+/=]*)</network-body>");

    private final Api api;
    private final JsonNode data;
    private final String wrapped;

    private NetworkMessage(Api api, JsonNode data, String wrapped) {
        this.api = api;
        this.data = data;
        this.wrapped = wrapped;
    }

    /// Only the server gives metadata to something that is said to one agent alone.
    static Optional<NetworkMessage> of(Api api, RelayMessage message) {
        JsonNode data = message.data().path("metadata");
        return message.kind() == RelayMessage.Kind.DIRECT
                        && data.path("type").asString("").equals(TYPE)
                ? Optional.of(new NetworkMessage(api, data, message.text()))
                : Optional.empty();
    }

    public EnvelopeId id() {
        return new EnvelopeId(name("message_id", "id").orElse("-"));
    }

    public Kind kind() {
        return Wire.word(data.path("kind"), Kind.class, Kind.SAY);
    }

    /// Who says to have sent it; so it is only if it is [#trust] verified.
    public PeerId from() {
        return new PeerId(text("from").orElse(""));
    }

    public NetworkChannel channel() {
        return new NetworkChannel(text("channel").orElse(""));
    }

    /// The session of the agent that it came to.
    public String session() {
        return text("session_id").orElse("");
    }

    /// The conversation it was said in; none for a greeting.
    public @Nullable Place place() {
        Optional<String> thread = text("thread_id");
        return thread.isPresent()
                ? new Place.InThread(new ThreadId(thread.get()))
                : text("direct_id").map(room -> new Place.InRoom(new DirectId(room))).orElse(null);
    }

    public @Nullable WorkId work() {
        return name("work_id", "work-id").map(WorkId::new).orElse(null);
    }

    public Links links() {
        return new Links(
                name("reply_to", "reply-to").map(EnvelopeId::new).orElse(null),
                name("trace_id", "trace-id").map(TraceId::new).orElse(null),
                name("causation_id", "causation-id").map(EnvelopeId::new).orElse(null));
    }

    public Trust trust() {
        return Wire.word(data.path("trust"), Trust.class, Trust.UNTRUSTED);
    }

    /// What a model may be shown: the message in its wrapper, which calls it untrusted, and how to answer it.
    public String prompt() {
        return wrapped;
    }

    /// What the message says, for programs; never to be put into a prompt as it is.
    public JsonNode body() {
        Matcher body = BODY.matcher(wrapped);
        if (!body.find()) {
            throw new RelayException("unreadable", "the message has no body", false);
        }
        try {
            return Wire.JSON.tree(
                    new String(Base64.getDecoder().decode(body.group(1)), StandardCharsets.UTF_8));
        } catch (JsonFault | IllegalArgumentException e) {
            throw new RelayException(
                    "unreadable", "the message's body is no JSON: " + e.getMessage(), false);
        }
    }

    /// Says something to its sender, as part of its work if it has any.
    public SentEnvelope reply(String text) {
        return send(new Content.Say(conversation(), work(), new Speech(text, List.of(), "reply")));
    }

    /// Takes the work on.
    public SentEnvelope accept() {
        return receipt(new Admission.Accepted(id(), null));
    }

    /// Refuses the work, which ends it.
    public SentEnvelope reject(ReasonCode reason) {
        return receipt(new Admission.Rejected(id(), reason, null));
    }

    public SentEnvelope receipt(Admission admission) {
        return send(new Content.Receipt(conversation(), requiredWork(), admission));
    }

    /// Says how far the work is.
    public SentEnvelope trace(WorkState state) {
        return trace(new Progress(state, null, null, List.of()));
    }

    public SentEnvelope trace(Progress progress) {
        return send(new Content.Trace(conversation(), requiredWork(), progress));
    }

    private SentEnvelope send(Content.Placed content) {
        Links answer = new Links(id(), links().traceId(), id());
        return new NetworkSends(api)
                .send(session(), NetworkDraft.of(content).to(from()).with(answer));
    }

    private Place conversation() {
        Place place = place();
        if (place == null) {
            throw new IllegalStateException(kind().wire() + " is said in no conversation");
        }
        return place;
    }

    private WorkId requiredWork() {
        WorkId work = work();
        if (work == null) {
            throw new IllegalStateException("the message belongs to no work");
        }
        return work;
    }

    /// A name that its sender chose; one that is not plain is only in the wrapper.
    private Optional<String> name(String field, String attribute) {
        return text(field).or(() -> new WrapperAttributes(wrapped).value(attribute));
    }

    private Optional<String> text(String name) {
        return Optional.ofNullable(Wire.text(data.path(name)));
    }

    @Override
    public String toString() {
        return kind().wire() + " from " + from() + " in " + channel();
    }
}
