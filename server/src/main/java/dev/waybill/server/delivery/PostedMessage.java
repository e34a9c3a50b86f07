package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.DeliveryReason;
import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.delivery.MessageContext;
import dev.waybill.protocol.delivery.Priority;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.DeliveryId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.message.InjectionMode;
import dev.waybill.protocol.message.Mentions;
import dev.waybill.protocol.workspace.ChannelKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A message with all that its recipients are told of it.
public record PostedMessage(
        WorkspaceId workspace,
        MessageId id,
        Room room,
        AgentId sender,
        String senderName,
        String text,
        @Nullable JsonNode blocks,
        JsonNode metadata,
        @Nullable JsonNode attachments,
        @Nullable MessageId thread,
        InjectionMode mode,
        Handling handling) {
    public PostedMessage {
        senderName = fromOutside(room.kind()) ? room.kind().wire() : senderName;
    }

    /// What comes from elsewhere never goes under a name that somebody there chose.
    private static boolean fromOutside(ChannelKind kind) {
        return kind == ChannelKind.NETWORK || kind == ChannelKind.EVENTS;
    }

    /// Where it was said. The name of a conversation is its id.
    public record Room(ChannelId id, ChannelKind kind, String name) {
        /// What a conversation is called on the wire: its name if it has two members, else its number.
        public String conversation() {
            return kind == ChannelKind.DM ? name : id.text();
        }
    }

    public Instant at() {
        return Snowflakes.instantOf(id.value());
    }

    /// The type of the event it is told as. What is said in a conversation is never told as something of a channel.
    public String type() {
        return room.kind() == ChannelKind.RESULTS
                ? metadata.path("type").asString()
                : type(room.kind(), thread);
    }

    public static String type(ChannelKind room, @Nullable MessageId thread) {
        return switch (room) {
            case CHANNEL -> thread == null ? "message.created" : "thread.reply";
            case DM, NETWORK, EVENTS -> "dm.received";
            case GROUP -> "group_dm.received";
            case RESULTS -> "action.result";
        };
    }

    /// Why it is in a mailbox, where its recipient is not named in it.
    DeliveryReason reason() {
        if (thread != null) {
            return DeliveryReason.THREAD_REPLY;
        }
        return switch (room.kind()) {
            case CHANNEL -> DeliveryReason.MESSAGE;
            case DM, GROUP, NETWORK, EVENTS -> DeliveryReason.DM;
            case RESULTS -> DeliveryReason.ACTION_RESULT;
        };
    }

    DeliveryReason reasonFor(String recipient, List<String> mentions) {
        DeliveryReason given = handling.terms().reason();
        if (given != null) {
            return given;
        }
        return mentions.contains(recipient) ? DeliveryReason.MENTION : reason();
    }

    /// Who of the room does not get it; 0 for nobody. What is in an agent's own room is for that agent.
    long skipped() {
        return room.kind().isOwn() ? 0 : sender.value();
    }

    boolean urgent() {
        return handling.terms().urgent();
    }

    /// When it is given up.
    Instant expiresAt(Duration usual) {
        Instant said = handling.expiresAt(at(), usual);
        return said == null ? at().plus(usual) : said;
    }

    /// What its recipient is told of why and how it comes.
    MessageContext context(DeliveryId delivery, String reason) {
        DeliveryTerms terms = handling.terms();
        return new MessageContext(
                delivery,
                handling.mode(mode),
                reason,
                Objects.requireNonNullElse(terms.priority(), Priority.NORMAL),
                terms.deadline(),
                handling.idempotencyKey(),
                Objects.requireNonNullElseGet(terms.deliveryMetadata(), Json::emptyObject));
    }

    /// What nobody of the workspace has said mentions nobody.
    public List<String> mentions() {
        return room.kind().isOwn() ? List.of() : Mentions.in(text);
    }
}
