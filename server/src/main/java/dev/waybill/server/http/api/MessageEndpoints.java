package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OBSERVER;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.message.Message;
import dev.waybill.protocol.message.NewMessage;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.message.MessagePage;
import dev.waybill.server.message.Messages;
import dev.waybill.server.workspace.Caller;

/// Answers for messages.
public final class MessageEndpoints {
    private final Messages messages;

    public MessageEndpoints(Messages messages) {
        this.messages = messages;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Messages",
                Route.post("/v1/channels/{name}/messages", Access.of(AGENT))
                        .summary(
                                "Sends a message to everyone in the channel; answered when it is durable.")
                        .takes(NewMessage.class)
                        .answers(201, Message.class)
                        .fails(ErrorCode.CHANNEL_NOT_FOUND)
                        .to(this::post),
                Route.get("/v1/channels/{name}/messages", Access.of(OWNER, AGENT, OBSERVER))
                        .summary(
                                "Lists the messages of the channel, newest first; a page holds 4 MiB at most.")
                        .query("limit", "How many, 1 to 100; 50 if left out or not a number.")
                        .query("before", "Only messages older than this id.")
                        .query("after", "Only messages newer than this id.")
                        .answers(Message[].class)
                        .fails(ErrorCode.INVALID_REQUEST, ErrorCode.CHANNEL_NOT_FOUND)
                        .to(this::list));
    }

    Answer post(Call call) {
        Caller.Agent sender = Callers.agent(call);
        String channel = call.path("name");
        NewMessage wanted = call.body(NewMessage.class);
        return Keyed.answer(
                messages.post(sender, channel, wanted, Keyed.key(call, sender, "post " + channel)));
    }

    Answer list(Call call) {
        return messages.list(call.caller().workspace(), call.path("name"), page(call))
                .map(Answer::data)
                .orElseThrow(() -> noChannel(call));
    }

    private static MessagePage page(Call call) {
        try {
            return new MessagePage(
                    call.query("limit")
                            .map(MessageEndpoints::limit)
                            .orElse(MessagePage.DEFAULT_LIMIT),
                    call.query("before").map(MessageId::parse).orElse(null),
                    call.query("after").map(MessageId::parse).orElse(null));
        } catch (IllegalArgumentException e) {
            throw new Problem(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()));
        }
    }

    /// Clients send all kinds of limits; those that make no sense are brought into range instead of being refused.
    private static int limit(String text) {
        try {
            return Math.clamp(Long.parseLong(text), 1, MessagePage.MAX_LIMIT);
        } catch (NumberFormatException _) {
            return MessagePage.DEFAULT_LIMIT;
        }
    }

    private static Problem noChannel(Call call) {
        return new Problem(
                ErrorCode.CHANNEL_NOT_FOUND, "Channel \"" + call.path("name") + "\" not found");
    }
}
