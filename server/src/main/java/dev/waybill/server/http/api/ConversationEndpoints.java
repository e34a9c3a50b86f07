package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.NODE;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.conversation.Conversation;
import dev.waybill.protocol.conversation.ConversationSummary;
import dev.waybill.protocol.conversation.DirectMessage;
import dev.waybill.protocol.conversation.DirectSent;
import dev.waybill.protocol.conversation.GroupSent;
import dev.waybill.protocol.conversation.NewDirectMessage;
import dev.waybill.protocol.message.NewMessage;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.message.Conversations;
import dev.waybill.server.message.History;
import dev.waybill.server.message.Messages;
import dev.waybill.server.message.Outgoing;

/// Answers for conversations outside the channels.
public final class ConversationEndpoints {
    private final Messages messages;
    private final History history;
    private final Conversations conversations;

    public ConversationEndpoints(Messages messages, History history, Conversations conversations) {
        this.messages = messages;
        this.history = history;
        this.conversations = conversations;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Conversations",
                Route.post("/v1/dm", Access.of(AGENT, NODE))
                        .summary(
                                "Sends a message to one agent; `@self` is a note to oneself. With `Prefer: return=minimal` the answer does not repeat what was said.")
                        .takes(NewDirectMessage.class)
                        .answers(201, DirectSent.class)
                        .fails(
                                ErrorCode.INVALID_REQUEST,
                                ErrorCode.UNSUPPORTED_DELIVERY_MODE,
                                ErrorCode.AGENT_NOT_FOUND,
                                ErrorCode.FORBIDDEN,
                                ErrorCode.INVALID_IDEMPOTENCY_KEY,
                                ErrorCode.IDEMPOTENCY_KEY_REUSED)
                        .to(this::direct),
                Route.get("/v1/dm/conversations", Access.of(AGENT))
                        .summary("Lists the conversations the agent takes part in, latest first.")
                        .answers(Conversation[].class)
                        .to(this::own),
                Route.get(
                                "/v1/dm/conversations/all",
                                Access.of(OWNER).orObserver(ObserverScope.DMS_READ))
                        .summary("Lists the conversations of the workspace, latest first.")
                        .answers(ConversationSummary[].class)
                        .to(this::all),
                Pages.paged(
                                Route.get(
                                        "/v1/dm/conversations/{conversation_id}/messages",
                                        Access.of(OWNER).orObserver(ObserverScope.DMS_READ)))
                        .summary("Lists what was said in a conversation, newest first.")
                        .answers(DirectMessage[].class)
                        .fails(ErrorCode.INVALID_REQUEST, ErrorCode.DM_CONVERSATION_NOT_FOUND)
                        .to(this::messages),
                Pages.paged(Route.get("/v1/dm/{conversation_id}/messages", Access.of(AGENT)))
                        .summary(
                                "Lists what was said in a conversation of the agent's, newest first.")
                        .answers(DirectMessage[].class)
                        .fails(
                                ErrorCode.INVALID_REQUEST,
                                ErrorCode.FORBIDDEN,
                                ErrorCode.DM_CONVERSATION_NOT_FOUND)
                        .to(this::messages),
                Route.post("/v1/dm/{conversation_id}/messages", Access.of(AGENT, NODE))
                        .summary(
                                "Sends a message to the others in a conversation. With `Prefer: return=minimal` the answer does not repeat what was said.")
                        .takes(NewMessage.class)
                        .answers(201, GroupSent.class)
                        .fails(
                                ErrorCode.DM_CONVERSATION_NOT_FOUND,
                                ErrorCode.AGENT_NOT_FOUND,
                                ErrorCode.FORBIDDEN,
                                ErrorCode.INVALID_IDEMPOTENCY_KEY,
                                ErrorCode.IDEMPOTENCY_KEY_REUSED)
                        .to(this::send));
    }

    Answer direct(Call call) {
        NewDirectMessage wanted = call.body(NewDirectMessage.class);
        return Sending.send(call, messages, new Outgoing.ToAgent(wanted.to(), wanted.message()));
    }

    Answer send(Call call) {
        NewMessage wanted = call.body(NewMessage.class);
        return Sending.send(
                call, messages, new Outgoing.ToConversation(call.path("conversation_id"), wanted));
    }

    Answer own(Call call) {
        return Answer.data(conversations.of(Callers.agent(call)));
    }

    Answer all(Call call) {
        return Answer.data(conversations.all(call.caller()));
    }

    Answer messages(Call call) {
        return Answer.data(
                history
                        .conversation(call.caller(), call.path("conversation_id"), Pages.of(call))
                        .stream()
                        .map(DirectMessage::of)
                        .toList());
    }
}
