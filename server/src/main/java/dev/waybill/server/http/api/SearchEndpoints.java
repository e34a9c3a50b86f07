package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.message.SearchHit;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.message.Search;

/// Answers searches.
public final class SearchEndpoints {
    private final Search search;

    public SearchEndpoints(Search search) {
        this.search = search;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Search",
                Route.get(
                                "/v1/search",
                                Access.of(OWNER, AGENT).orObserver(ObserverScope.SEARCH_READ))
                        .summary(
                                "Finds messages that hold all the words, best first; a message can be found within a second.")
                        .query("q", "Words, and \"phrases\" in quotation marks.")
                        .query("channel", "Only in this channel, or conversation by its id.")
                        .query("from", "Only by this agent.")
                        .query("limit", "How many, 1 to 100; 20 if left out.")
                        .query("before", "Only messages older than this id.")
                        .query("after", "Only messages newer than this id.")
                        .answers(SearchHit[].class)
                        .fails(ErrorCode.INVALID_REQUEST)
                        .to(this::find));
    }

    Answer find(Call call) {
        return Answer.data(
                search.find(
                        call.caller(),
                        new Search.Wanted(
                                call.query("q").orElse(""),
                                call.query("channel").orElse(null),
                                call.query("from").orElse(null),
                                Pages.of(call, Search.DEFAULT_LIMIT))));
    }
}
