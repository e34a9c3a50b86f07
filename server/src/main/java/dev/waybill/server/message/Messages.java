package dev.waybill.server.message;

import dev.waybill.protocol.conversation.DirectSent;
import dev.waybill.protocol.conversation.GroupSent;
import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.message.AnswerForm;
import dev.waybill.protocol.message.Content;
import dev.waybill.protocol.message.Message;
import dev.waybill.protocol.message.NewMessage;
import dev.waybill.protocol.message.Reply;
import dev.waybill.protocol.message.Sent;
import dev.waybill.protocol.message.SentBrief;
import dev.waybill.protocol.time.Rfc3339;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.delivery.Handling;
import dev.waybill.server.delivery.PostedMessage;
import dev.waybill.server.idempotency.Answered;
import dev.waybill.server.idempotency.Idempotency;
import dev.waybill.server.idempotency.RequestKey;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.LookUp;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import dev.waybill.server.store.Work;
import dev.waybill.server.workspace.Caller;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Takes messages: one path for every door and every kind of room.
public final class Messages {
    private final Database database;
    private final Snowflakes ids;
    private final Json json;
    private final MessageTable messages;
    private final Addressing addressing;
    private final Files files = new Files();
    private final Senders senders = new Senders();
    private final Deliveries deliveries;
    private final Ledger ledger;
    private final Idempotency idempotency;
    private final InstantSource clock;

    public Messages(
            Database database,
            Snowflakes ids,
            Json json,
            Deliveries deliveries,
            Ledger ledger,
            Idempotency idempotency,
            InstantSource clock) {
        this.database = database;
        this.ids = ids;
        this.json = json;
        this.messages = new MessageTable(json);
        this.addressing = new Addressing(ids);
        this.deliveries = deliveries;
        this.ledger = ledger;
        this.idempotency = idempotency;
        this.clock = clock;
    }

    /// In whose name a caller sends: an agent in its own, a node in that of the agent it names.
    public Caller.Agent sender(Caller caller, @Nullable String from) {
        return caller instanceof Caller.Agent agent && from == null
                ? agent
                : database.read(tx -> senders.of(tx, caller, from));
    }

    /// The same inside a transaction of the caller's.
    public Caller.Agent sender(Tx tx, Caller caller, @Nullable String from) {
        return senders.of(tx, caller, from);
    }

    /// Writes the message, a delivery for each recipient and the ledger row in one transaction.
    public Answered send(Caller.Agent sender, Outgoing outgoing, @Nullable RequestKey key) {
        return database.write(sending(sender, outgoing, key));
    }

    /// The same as work that is still to be done.
    public Work<Tx, Answered> sending(
            Caller.Agent sender, Outgoing outgoing, @Nullable RequestKey key) {
        return Work.after(lookUps(sender, outgoing), tx -> send(tx, sender, outgoing, key));
    }

    private List<LookUp> lookUps(Caller.Agent sender, Outgoing outgoing) {
        return outgoing instanceof Outgoing.ToAgent(var agent, var _)
                ? addressing.lookUps(sender, agent)
                : List.of();
    }

    /// The same inside a transaction of the caller's. The answer is a [Message], a [Reply], a [DirectSent] or a
    /// [GroupSent], or what one of these was written as, where the key was used before. A refusal leaves nothing behind,
    /// so that the transaction may go on with something else.
    public Answered send(Tx tx, Caller.Agent sender, Outgoing outgoing, @Nullable RequestKey key) {
        Handling handling = handling(outgoing.message(), key);
        return idempotency.once(tx, key, () -> send(tx, sender, outgoing, handling));
    }

    /// What was answered, as much of it as is wanted.
    public Answered in(AnswerForm wanted, Answered whole) {
        return switch (wanted) {
            case WHOLE -> whole;
            case MINIMAL -> new Answered(brief(whole.data()), whole.replayed());
        };
    }

    private SentBrief brief(Object answer) {
        return answer instanceof Sent sent
                ? sent.brief()
                : json.convert((JsonNode) answer, SentBrief.class);
    }

    /// Posts to a channel inside a transaction of the caller's.
    public Message post(Tx tx, Caller.Agent sender, String channel, NewMessage wanted) {
        Outgoing outgoing = new Outgoing.ToChannel(channel, wanted);
        Content content = content(tx, sender.workspace(), wanted);
        return insert(
                tx, sender, addressing.resolve(tx, sender, outgoing), content, Handling.USUAL);
    }

    /// The largest id of a message; 0 where there is none.
    public static long newestId(ReadTx tx) {
        return MessageTable.newest(tx).map(MessageId::value).orElse(0L);
    }

    /// All that may be refused comes before the first thing that is written.
    private Object send(Tx tx, Caller.Agent sender, Outgoing outgoing, Handling handling) {
        requireFuture(handling.terms().deadline());
        Content content = content(tx, sender.workspace(), outgoing.message());
        Destination to =
                outgoing instanceof Outgoing.ToAgent(var agent, var _)
                        ? direct(tx, sender, agent, handling.terms())
                        : addressing.resolve(tx, sender, outgoing);
        Message message = insert(tx, sender, to, content, handling);
        String room = to.room().name();
        return switch (outgoing) {
            case Outgoing.ToChannel _ -> message;
            case Outgoing.Reply _ -> Reply.of(message, room);
            case Outgoing.ToAgent(var agent, var _) -> DirectSent.of(room, agent, message);
            case Outgoing.ToConversation _ -> GroupSent.of(room, message);
        };
    }

    private Destination direct(Tx tx, Caller.Agent sender, String name, DeliveryTerms terms) {
        AgentId recipient = addressing.recipient(tx, sender, name);
        deliveries.check(tx, recipient, terms);
        return addressing.direct(tx, sender, recipient);
    }

    private Message insert(
            Tx tx, Caller.Agent sender, Destination to, Content content, Handling handling) {
        Message.Origin origin =
                new Message.Origin(to.room().id(), sender.agent(), sender.name(), to.thread());
        Message message = Message.of(new MessageId(ids.next()), origin, content, Message.Echo.NONE);
        messages.insert(tx, sender.workspace(), message, handling);
        PostedMessage posted = posted(sender, to, message, handling);
        deliveries.post(tx, posted);
        ledger.append(
                tx,
                sender.workspace(),
                new LedgerEntry(
                        posted.type(),
                        message.channelId(),
                        message.agentId(),
                        message.id().text(),
                        null,
                        message.createdAt()));
        return message;
    }

    private PostedMessage posted(
            Caller.Agent sender, Destination to, Message message, Handling handling) {
        return new PostedMessage(
                sender.workspace(),
                message.id(),
                to.room(),
                sender.agent(),
                sender.name(),
                message.text(),
                message.blocks(),
                message.metadata(),
                message.hasAttachments() ? json.toTree(message.attachments()) : null,
                message.threadId(),
                message.injectionMode(),
                handling);
    }

    private Content content(Tx tx, WorkspaceId workspace, NewMessage wanted) {
        JsonNode metadata = Metadata.of(wanted);
        return new Content(
                wanted.text(),
                wanted.blocks(),
                metadata,
                files.of(tx, workspace, wanted.attachments()),
                Handling.word(wanted.terms(), wanted.mode()));
    }

    private void requireFuture(@Nullable Instant deadline) {
        if (deadline != null && !deadline.isAfter(clock.instant())) {
            throw new Refusal(
                    Reason.INVALID_REQUEST, "deadline has passed: " + Rfc3339.format(deadline));
        }
    }

    private static Handling handling(NewMessage wanted, @Nullable RequestKey key) {
        DeliveryTerms terms = wanted.terms();
        return key == null && terms.usual()
                ? Handling.USUAL
                : new Handling(terms, key == null ? null : key.key());
    }
}
