package dev.waybill.server.webhook;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.message.Message;
import dev.waybill.protocol.message.NewMessage;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.token.TokenKind;
import dev.waybill.protocol.webhook.NewWebhook;
import dev.waybill.protocol.webhook.WebhookPost;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.message.Messages;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.AgentName;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Grants;
import dev.waybill.server.workspace.Speakers;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/// Keeps the webhooks of a workspace and turns what is posted to them into messages.
public final class Webhooks {
    static final int MAX_PER_WORKSPACE = 1000;

    private final Database database;
    private final Snowflakes ids;
    private final InstantSource clock;
    private final SecureRandom random;
    private final Messages messages;
    private final Ledger ledger;
    private final Grants grants = new Grants();
    private final Speakers speakers = new Speakers();
    private final WebhookTable webhooks = new WebhookTable();

    public Webhooks(
            Database database,
            Snowflakes ids,
            InstantSource clock,
            SecureRandom random,
            Messages messages,
            Ledger ledger) {
        this.database = database;
        this.ids = ids;
        this.clock = clock;
        this.random = random;
        this.messages = messages;
        this.ledger = ledger;
    }

    /// A new webhook and its token, which is shown this once.
    public record Created(InboundWebhook webhook, Token token) {}

    public Created create(WorkspaceId workspace, NewWebhook wanted) {
        Token token = Token.mint(TokenKind.WEBHOOK, random);
        return database.write(tx -> new Created(create(tx, workspace, wanted, token), token));
    }

    public List<InboundWebhook> all(WorkspaceId workspace) {
        return database.read(tx -> webhooks.all(tx, workspace));
    }

    /// From here on its token is worth nothing; what it wrote stays.
    public void delete(WorkspaceId workspace, String id) {
        database.write(
                tx -> {
                    InboundWebhook webhook = find(tx, workspace, id);
                    webhooks.delete(tx, id);
                    speakers.retire(tx, webhook.agent(), clock.instant());
                    grants.revokeWebhook(tx, id);
                    record(tx, webhook, "webhook.deleted", about(webhook));
                    return webhook;
                });
    }

    /// What a post has become.
    public record Posted(Message message, String channel) {}

    public Posted post(Caller.Webhook sender, String id, WebhookPost post) {
        if (!sender.webhook().equals(id)) {
            throw notFound(id);
        }
        return database.write(tx -> post(tx, find(tx, sender.workspace(), id), post));
    }

    private Posted post(Tx tx, InboundWebhook webhook, WebhookPost post) {
        Caller.Agent speaker =
                new Caller.Agent(webhook.workspace(), webhook.agent(), webhook.agentName());
        Message message =
                messages.post(
                        tx,
                        speaker,
                        webhook.channelName(),
                        new NewMessage(
                                post.words(webhook.name()),
                                post.blocks(),
                                metadata(webhook, post),
                                null));
        record(tx, webhook, "webhook.received", received(webhook, post, message));
        return new Posted(message, webhook.channelName());
    }

    private InboundWebhook create(Tx tx, WorkspaceId workspace, NewWebhook wanted, Token token) {
        ChannelId channel =
                webhooks.channel(tx, workspace, wanted.channel())
                        .orElseThrow(
                                () ->
                                        new Refusal(
                                                Reason.CHANNEL_NOT_FOUND,
                                                "Channel \"" + wanted.channel() + "\" not found"));
        if (webhooks.count(tx, workspace) >= MAX_PER_WORKSPACE) {
            throw new Refusal(
                    Reason.INVALID_REQUEST,
                    "The workspace has " + MAX_PER_WORKSPACE + " webhooks already");
        }
        Instant now = clock.instant();
        String name = Objects.requireNonNullElse(wanted.name(), "webhook");
        AgentName speaker = speaker(tx, workspace, name, now);
        InboundWebhook webhook =
                new InboundWebhook(
                        "wh_" + ids.next(),
                        workspace,
                        channel,
                        wanted.channel(),
                        speaker.id(),
                        speaker.name(),
                        name,
                        now);
        webhooks.insert(tx, webhook);
        grants.grant(tx, token, workspace, webhook.id(), now);
        record(tx, webhook, "webhook.created", about(webhook));
        return webhook;
    }

    private AgentName speaker(Tx tx, WorkspaceId workspace, String name, Instant now) {
        String plain = name.startsWith("webhook") ? name : "webhook-" + name;
        return speakers.add(tx, workspace, new AgentId(ids.next()), plain, now);
    }

    private InboundWebhook find(ReadTx tx, WorkspaceId workspace, String id) {
        return webhooks.find(tx, workspace, id).orElseThrow(() -> notFound(id));
    }

    private void record(Tx tx, InboundWebhook webhook, String type, ObjectNode payload) {
        ledger.append(
                tx,
                webhook.workspace(),
                new LedgerEntry(
                        type,
                        webhook.channel(),
                        webhook.agent(),
                        webhook.id(),
                        payload,
                        clock.instant()));
    }

    private static ObjectNode about(InboundWebhook webhook) {
        return Json.emptyObject()
                .put("webhook_id", webhook.id())
                .put("channel", webhook.channelName());
    }

    private static ObjectNode received(InboundWebhook webhook, WebhookPost post, Message message) {
        ObjectNode payload = about(webhook);
        payload.putObject("message")
                .put("id", message.id().text())
                .put("text", message.text())
                .put("source", post.source())
                .put("author", post.author());
        return payload;
    }

    private static ObjectNode metadata(InboundWebhook webhook, WebhookPost post) {
        ObjectNode metadata = Json.emptyObject().put("webhook_id", webhook.id());
        if (post.source() != null) {
            metadata.put("source", post.source());
        }
        if (post.author() != null) {
            metadata.put("author", post.author());
        }
        if (post.payload() != null) {
            metadata.set("payload", post.payload());
        }
        return metadata;
    }

    private static Refusal notFound(String id) {
        return new Refusal(Reason.WEBHOOK_NOT_FOUND, "Webhook \"" + id + "\" not found");
    }
}
