package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.rule.NewRule;
import dev.waybill.protocol.rule.Rule;
import dev.waybill.protocol.rule.RuleChange;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.rule.Rules;

/// Answers for rules: an agent has its own, the owner of the workspace reaches all.
public final class RuleEndpoints {
    private final Rules rules;

    public RuleEndpoints(Rules rules) {
        this.rules = rules;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Rules",
                Route.post("/v1/rules", Access.of(OWNER, AGENT))
                        .summary("Has a channel or an agent told of each event that matches.")
                        .takes(NewRule.class)
                        .answers(201, Rule.class)
                        .fails(
                                ErrorCode.INVALID_EVENT_TYPE,
                                ErrorCode.CHANNEL_NOT_FOUND,
                                ErrorCode.AGENT_NOT_FOUND)
                        .to(this::create),
                Route.get("/v1/rules", Access.of(OWNER, AGENT))
                        .summary("Lists the rules of the workspace; an agent sees its own.")
                        .answers(Rule[].class)
                        .to(call -> Answer.data(rules.all(call.caller()))),
                Route.get("/v1/rules/{id}", Access.of(OWNER, AGENT))
                        .summary("Shows a rule.")
                        .answers(Rule.class)
                        .fails(ErrorCode.RULE_NOT_FOUND)
                        .to(call -> Answer.data(rules.find(call.caller(), call.path("id")))),
                Route.patch("/v1/rules/{id}", Access.of(OWNER, AGENT))
                        .summary("Changes a rule: what is left out stays, what is null goes.")
                        .takes(RuleChange.class)
                        .answers(Rule.class)
                        .fails(
                                ErrorCode.RULE_NOT_FOUND,
                                ErrorCode.INVALID_EVENT_TYPE,
                                ErrorCode.CHANNEL_NOT_FOUND,
                                ErrorCode.AGENT_NOT_FOUND)
                        .to(this::change),
                Route.delete("/v1/rules/{id}", Access.of(OWNER, AGENT))
                        .summary("Removes a rule; what it said stays.")
                        .answersNothing()
                        .fails(ErrorCode.RULE_NOT_FOUND)
                        .to(this::delete));
    }

    Answer create(Call call) {
        return Answer.data(rules.create(call.caller(), call.body(NewRule.class)));
    }

    Answer change(Call call) {
        return Answer.data(
                rules.change(call.caller(), call.path("id"), call.body(RuleChange.class)));
    }

    Answer delete(Call call) {
        rules.delete(call.caller(), call.path("id"));
        return Answer.empty();
    }
}
