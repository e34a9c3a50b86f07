package dev.waybill.server.message;

import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.message.InjectionMode;
import dev.waybill.protocol.message.Message;
import dev.waybill.protocol.message.NewMessage;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Channels;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Takes messages and lists them.
public final class Messages {
    private final Database database;
    private final Snowflakes ids;
    private final MessageTable messages;
    private final Channels channels = new Channels();
    private final Deliveries deliveries = new Deliveries();
    private final Ledger ledger = new Ledger();

    public Messages(Database database, Snowflakes ids, Json json) {
        this.database = database;
        this.ids = ids;
        this.messages = new MessageTable(json);
    }

    /// Writes the message, a delivery for each recipient and the ledger row in one transaction; empty when there is no
    /// such channel.
    public Optional<Message> post(Caller.Agent sender, String channel, NewMessage wanted) {
        return database.write(
                tx ->
                        channels.find(tx, sender.workspace(), channel)
                                .map(
                                        room -> {
                                            Message message = message(sender, room, wanted);
                                            insert(tx, sender, message);
                                            return message;
                                        }));
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

    private void insert(Tx tx, Caller.Agent sender, Message message) {
        messages.insert(tx, sender.workspace(), message);
        deliveries.toChannel(
                tx, message.id(), message.channelId(), sender.agent(), message.createdAt());
        ledger.append(
                tx,
                sender.workspace(),
                new LedgerEntry(
                        "message.created",
                        message.channelId(),
                        message.id().text(),
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
                List.of(),
                Objects.requireNonNullElse(wanted.mode(), InjectionMode.WAIT));
    }
}
