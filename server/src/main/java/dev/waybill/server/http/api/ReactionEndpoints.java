package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.message.AddedReaction;
import dev.waybill.protocol.message.NewReaction;
import dev.waybill.protocol.message.ReactionGroup;
import dev.waybill.protocol.message.ReadReceipt;
import dev.waybill.protocol.message.ReadStatus;
import dev.waybill.protocol.message.Reader;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.message.Reactions;
import dev.waybill.server.message.Reads;

/// Answers for what agents do with messages: reacting and reading.
public final class ReactionEndpoints {
    private final Reactions reactions;
    private final Reads reads;

    public ReactionEndpoints(Reactions reactions, Reads reads) {
        this.reactions = reactions;
        this.reads = reads;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Reactions and reading",
                Route.post("/v1/messages/{id}/reactions", Access.of(AGENT))
                        .summary("Reacts to a message; the same reaction again changes nothing.")
                        .takes(NewReaction.class)
                        .answers(201, AddedReaction.class)
                        .fails(ErrorCode.MESSAGE_NOT_FOUND)
                        .to(this::add),
                Route.delete("/v1/messages/{id}/reactions/{emoji}", Access.of(AGENT))
                        .summary("Takes back a reaction.")
                        .answersNothing()
                        .fails(ErrorCode.MESSAGE_NOT_FOUND)
                        .to(this::remove),
                Route.get(
                                "/v1/messages/{id}/reactions",
                                Access.of(OWNER, AGENT).orObserver(ObserverScope.REACTIONS_READ))
                        .summary("Lists the reactions to a message.")
                        .answers(ReactionGroup[].class)
                        .fails(ErrorCode.MESSAGE_NOT_FOUND)
                        .to(this::list),
                Route.post("/v1/messages/{id}/read", Access.of(AGENT))
                        .summary("Marks a message as read, which settles its delivery.")
                        .answers(ReadReceipt.class)
                        .fails(ErrorCode.MESSAGE_NOT_FOUND)
                        .to(this::read),
                Route.get("/v1/messages/{id}/readers", Access.of(OWNER, AGENT))
                        .summary("Lists who has read a message, and since when.")
                        .answers(Reader[].class)
                        .fails(ErrorCode.MESSAGE_NOT_FOUND)
                        .to(this::readers),
                Route.get("/v1/channels/{name}/read-status", Access.of(OWNER, AGENT))
                        .summary("Tells how far each member of a channel has read.")
                        .answers(ReadStatus[].class)
                        .fails(ErrorCode.CHANNEL_NOT_FOUND)
                        .to(this::status));
    }

    Answer add(Call call) {
        NewReaction wanted = call.body(NewReaction.class);
        return Answer.data(reactions.add(Callers.agent(call), Pages.message(call), wanted.emoji()));
    }

    Answer remove(Call call) {
        reactions.remove(Callers.agent(call), Pages.message(call), call.path("emoji"));
        return Answer.empty();
    }

    Answer list(Call call) {
        return Answer.data(reactions.of(call.caller(), Pages.message(call)));
    }

    Answer read(Call call) {
        return Answer.data(reads.read(Callers.agent(call), Pages.message(call)));
    }

    Answer readers(Call call) {
        return Answer.data(reads.readers(call.caller(), Pages.message(call)));
    }

    Answer status(Call call) {
        return Answer.data(reads.status(call.caller(), call.path("name")));
    }
}
