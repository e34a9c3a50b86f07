package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OWNER;
import static dev.waybill.server.http.route.Role.WEBHOOK;

import dev.waybill.protocol.webhook.NewWebhook;
import dev.waybill.protocol.webhook.Webhook;
import dev.waybill.protocol.webhook.WebhookCreated;
import dev.waybill.protocol.webhook.WebhookPost;
import dev.waybill.protocol.webhook.WebhookPosted;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.webhook.InboundWebhook;
import dev.waybill.server.webhook.Webhooks;
import dev.waybill.server.workspace.Caller;

/// Answers for inbound webhooks.
public final class WebhookEndpoints {
    private final Webhooks webhooks;

    public WebhookEndpoints(Webhooks webhooks) {
        this.webhooks = webhooks;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Inbound webhooks",
                Route.post("/v1/webhooks", Access.of(OWNER, AGENT))
                        .summary(
                                "Opens a webhook into a channel; its token is in the answer and nowhere else.")
                        .takes(NewWebhook.class)
                        .answers(201, WebhookCreated.class)
                        .fails(ErrorCode.CHANNEL_NOT_FOUND)
                        .to(this::create),
                Route.get("/v1/webhooks", Access.of(OWNER, AGENT))
                        .summary("Lists the webhooks of the workspace.")
                        .answers(Webhook[].class)
                        .to(this::list),
                Route.delete("/v1/webhooks/{id}", Access.of(OWNER, AGENT))
                        .summary("Closes a webhook; what was posted through it stays.")
                        .answersNothing()
                        .fails(ErrorCode.WEBHOOK_NOT_FOUND)
                        .to(this::delete),
                Route.post("/v1/hooks/{id}", Access.of(WEBHOOK))
                        .summary("Posts a message into the webhook's channel.")
                        .mayTake(WebhookPost.class)
                        .answers(201, WebhookPosted.class)
                        .fails(
                                ErrorCode.WEBHOOK_NOT_FOUND,
                                ErrorCode.CHANNEL_NOT_FOUND,
                                ErrorCode.CHANNEL_ARCHIVED)
                        .to(this::post));
    }

    Answer create(Call call) {
        Webhooks.Created created =
                webhooks.create(call.caller().workspace(), call.body(NewWebhook.class));
        InboundWebhook webhook = created.webhook();
        return Answer.data(
                new WebhookCreated(
                        webhook.id(),
                        webhook.name(),
                        webhook.channelName(),
                        call.url(webhook.path()),
                        created.token().secret(),
                        true,
                        webhook.createdAt()));
    }

    Answer list(Call call) {
        return Answer.data(
                webhooks.all(call.caller().workspace()).stream()
                        .map(webhook -> listed(call, webhook))
                        .toList());
    }

    Answer delete(Call call) {
        webhooks.delete(call.caller().workspace(), call.path("id"));
        return Answer.empty();
    }

    Answer post(Call call) {
        if (!(call.caller() instanceof Caller.Webhook sender)) {
            throw new IllegalStateException("the route let in a caller that is no webhook");
        }
        WebhookPost post = call.optionalBody(WebhookPost.class).orElse(WebhookPost.EMPTY);
        Webhooks.Posted posted = webhooks.post(sender, call.path("id"), post);
        return Answer.data(
                new WebhookPosted(
                        posted.message().id(),
                        posted.channel(),
                        posted.message().text(),
                        post.source(),
                        post.author(),
                        posted.message().createdAt()));
    }

    private static Webhook listed(Call call, InboundWebhook webhook) {
        return new Webhook(
                webhook.id(),
                webhook.name(),
                webhook.channelName(),
                call.url(webhook.path()),
                true,
                webhook.createdAt());
    }
}
