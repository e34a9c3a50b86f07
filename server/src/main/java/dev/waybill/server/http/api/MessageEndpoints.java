package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.NODE;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.message.Message;
import dev.waybill.protocol.message.MessageThread;
import dev.waybill.protocol.message.NewMessage;
import dev.waybill.protocol.message.Reply;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.message.History;
import dev.waybill.server.message.Messages;
import dev.waybill.server.message.Outgoing;

/// Answers for messages and threads.
public final class MessageEndpoints {
    private final Messages messages;
    private final History history;

    public MessageEndpoints(Messages messages, History history) {
        this.messages = messages;
        this.history = history;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Messages",
                Route.post("/v1/channels/{name}/messages", Access.of(AGENT, NODE))
                        .summary(
                                "Sends a message to everyone in the channel; answered when it is durable. A node says in `from` for which of its agents it speaks. With `Prefer: return=minimal` the answer does not repeat what was said.")
                        .takes(NewMessage.class)
                        .answers(201, Message.class)
                        .fails(
                                ErrorCode.CHANNEL_NOT_FOUND,
                                ErrorCode.CHANNEL_ARCHIVED,
                                ErrorCode.AGENT_NOT_FOUND,
                                ErrorCode.FORBIDDEN,
                                ErrorCode.INVALID_IDEMPOTENCY_KEY,
                                ErrorCode.IDEMPOTENCY_KEY_REUSED)
                        .to(this::post),
                Pages.paged(
                                Route.get(
                                        "/v1/channels/{name}/messages",
                                        Access.of(OWNER, AGENT)
                                                .orObserver(ObserverScope.MESSAGES_READ)))
                        .summary(
                                "Lists the messages of the channel without the replies to them, newest first; a page holds 4 MiB at most.")
                        .answers(Message[].class)
                        .fails(ErrorCode.INVALID_REQUEST, ErrorCode.CHANNEL_NOT_FOUND)
                        .to(this::list),
                Route.get(
                                "/v1/messages/{id}",
                                Access.of(OWNER, AGENT).orObserver(ObserverScope.MESSAGES_READ))
                        .summary("Shows a message, and what became of it for each recipient.")
                        .answers(Message.class)
                        .fails(ErrorCode.MESSAGE_NOT_FOUND)
                        .to(this::show),
                Route.post("/v1/messages/{id}/replies", Access.of(AGENT, NODE))
                        .summary(
                                "Replies to a message; a reply to a reply goes to the thread they are in.")
                        .takes(NewMessage.class)
                        .answers(201, Reply.class)
                        .fails(
                                ErrorCode.MESSAGE_NOT_FOUND,
                                ErrorCode.CHANNEL_ARCHIVED,
                                ErrorCode.AGENT_NOT_FOUND,
                                ErrorCode.FORBIDDEN,
                                ErrorCode.INVALID_IDEMPOTENCY_KEY,
                                ErrorCode.IDEMPOTENCY_KEY_REUSED)
                        .to(this::reply),
                Pages.paged(
                                Route.get(
                                        "/v1/messages/{id}/replies",
                                        Access.of(OWNER, AGENT)
                                                .orObserver(ObserverScope.THREADS_READ)))
                        .summary("Shows a message and the replies to it, oldest first.")
                        .answers(MessageThread.class)
                        .fails(ErrorCode.INVALID_REQUEST, ErrorCode.MESSAGE_NOT_FOUND)
                        .to(this::thread));
    }

    Answer post(Call call) {
        NewMessage wanted = call.body(NewMessage.class);
        return Sending.send(call, messages, new Outgoing.ToChannel(call.path("name"), wanted));
    }

    Answer list(Call call) {
        return Answer.data(history.channel(call.caller(), call.path("name"), Pages.of(call)));
    }

    Answer show(Call call) {
        return Answer.data(history.message(call.caller(), Pages.message(call)));
    }

    Answer reply(Call call) {
        NewMessage wanted = call.body(NewMessage.class);
        return Sending.send(call, messages, new Outgoing.Reply(Pages.message(call), wanted));
    }

    Answer thread(Call call) {
        return Answer.data(history.thread(call.caller(), Pages.message(call), Pages.of(call)));
    }
}
