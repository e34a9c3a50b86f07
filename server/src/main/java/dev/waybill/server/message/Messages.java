package dev.waybill.server.message;

import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.message.InjectionMode;
import dev.waybill.protocol.message.Mentions;
import dev.waybill.protocol.message.Message;
import dev.waybill.protocol.message.NewMessage;
import dev.waybill.protocol.workspace.ChannelKind;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.delivery.PostedMessage;
import dev.waybill.server.idempotency.Answered;
import dev.waybill.server.idempotency.Idempotency;
import dev.waybill.server.idempotency.RequestKey;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Channels;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Takes messages and lists them.
public final class Messages {
    private final Database database;
    private final Snowflakes ids;
    private final MessageTable messages;
    private final Channels channels = new Channels();
    private final Deliveries deliveries;
    private final Ledger ledger;
    private final Idempotency idempotency;

    public Messages(
            Database database,
            Snowflakes ids,
            Json json,
            Deliveries deliveries,
            Ledger ledger,
            Idempotency idempotency) {
        this.database = database;
        this.ids = ids;
        this.messages = new MessageTable(json);
        this.deliveries = deliveries;
        this.ledger = ledger;
        this.idempotency = idempotency;
    }

    /// Writes the message, a delivery for each recipient and the ledger row in one transaction.
    public Answered post(
            Caller.Agent sender, String channel, NewMessage wanted, @Nullable RequestKey key) {
        return database.write(
                tx -> idempotency.once(tx, key, () -> post(tx, sender, channel, wanted)));
    }

    /// The same inside a transaction of the caller's.
    public Message post(Tx tx, Caller.Agent sender, String channel, NewMessage wanted) {
        ChannelId room =
                channels.find(tx, sender.workspace(), channel)
                        .orElseThrow(
                                () ->
                                        new Refusal(
                                                Reason.CHANNEL_NOT_FOUND,
                                                "Channel \"" + channel + "\" not found"));
        Message message = message(sender, room, wanted);
        insert(tx, sender, message, new PostedMessage.Room(room, ChannelKind.CHANNEL, channel));
        return message;
    }

    /// Newest first; empty when there is no such channel.
    public Optional<List<Message>> list(WorkspaceId workspace, String channel, MessagePage page) {
        return database.read(
                tx ->
                        channels.find(tx, workspace, channel)
                                .map(room -> messages.page(tx, room, page)));
    }

    /// The largest id in use; later ids must be larger, whatever the clock says.
    public Optional<MessageId> newest() {
        return database.read(messages::newest);
    }

    private void insert(Tx tx, Caller.Agent sender, Message message, PostedMessage.Room room) {
        messages.insert(tx, sender.workspace(), message);
        deliveries.post(
                tx,
                new PostedMessage(
                        sender.workspace(),
                        message.id(),
                        room,
                        sender.agent(),
                        sender.name(),
                        message.text(),
                        message.blocks(),
                        message.metadata(),
                        null,
                        message.threadId(),
                        message.injectionMode()));
        ledger.append(
                tx,
                sender.workspace(),
                new LedgerEntry(
                        "message.created",
                        message.channelId(),
                        message.agentId(),
                        message.id().text(),
                        null,
                        message.createdAt()));
    }

    private Message message(Caller.Agent sender, ChannelId channel, NewMessage wanted) {
        MessageId id = new MessageId(ids.next());
        return new Message(
                id,
                channel,
                sender.agent(),
                sender.name(),
                wanted.text(),
                wanted.blocks(),
                Objects.requireNonNullElseGet(wanted.data(), Json::emptyObject),
                false,
                null,
                Snowflakes.instantOf(id.value()),
                0,
                List.of(),
                0,
                List.of(),
                Mentions.in(wanted.text()),
                Objects.requireNonNullElse(wanted.mode(), InjectionMode.WAIT));
    }
}
