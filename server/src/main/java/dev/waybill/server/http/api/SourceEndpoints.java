package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.source.EventAppended;
import dev.waybill.protocol.source.Follow;
import dev.waybill.protocol.source.Followed;
import dev.waybill.protocol.source.Host;
import dev.waybill.protocol.source.HostList;
import dev.waybill.protocol.source.NewHost;
import dev.waybill.protocol.source.NewSource;
import dev.waybill.protocol.source.PostedEvent;
import dev.waybill.protocol.source.Source;
import dev.waybill.protocol.source.SourceChange;
import dev.waybill.protocol.source.SourceChanged;
import dev.waybill.protocol.source.SourceList;
import dev.waybill.protocol.source.SourcePaused;
import dev.waybill.protocol.source.SourcePolled;
import dev.waybill.protocol.source.SourceRemoved;
import dev.waybill.protocol.source.SourceResumed;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.source.Appended;
import dev.waybill.server.source.KeptSource;
import dev.waybill.server.source.NewEvent;
import dev.waybill.server.source.SourceSet;
import dev.waybill.server.source.SourceStatus;
import dev.waybill.server.source.SourceType;
import dev.waybill.server.workspace.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Answers for hosts, sources and the events that are posted to them. A source goes by the name of stream, too.
public final class SourceEndpoints {
    private static final int DEFAULT_LIMIT = 100;
    private static final int MOST = 1_000;
    private static final Access ANYONE = Access.of(OWNER, AGENT);

    private final SourceSet set;
    private final Function<KeptSource, SourcePolled> reader;

    /// `reader` goes and looks what is new at a source.
    public SourceEndpoints(SourceSet set, Function<KeptSource, SourcePolled> reader) {
        this.set = set;
        this.reader = reader;
    }

    public RouteTable.Section routes() {
        List<Route> routes = new ArrayList<>(hosts());
        routes.addAll(sources("/sources"));
        routes.addAll(sources("/streams"));
        return new RouteTable.Section("Event sources", routes).alsoUnder("/v1");
    }

    private List<Route> hosts() {
        return List.of(
                Route.post("/hosts", ANYONE)
                        .summary(
                                "Gives the host of that type and key, making it if there is none. Only the owner names a credential.")
                        .takes(NewHost.class)
                        .answers(Host.class)
                        .plain()
                        .fails(ErrorCode.FORBIDDEN)
                        .to(this::openHost),
                Route.get("/hosts", ANYONE)
                        .summary("Lists the hosts that sources belong to.")
                        .query("limit", "How many, 1 to 1000; 100 if left out.")
                        .answers(HostList.class)
                        .plain()
                        .to(
                                call ->
                                        Answer.data(
                                                new HostList(
                                                        set.hosts()
                                                                .all(
                                                                        call.caller().workspace(),
                                                                        limit(call))))),
                Route.get("/hosts/{id}", ANYONE)
                        .summary("Shows a host.")
                        .answers(Host.class)
                        .plain()
                        .fails(ErrorCode.UNKNOWN_HOST)
                        .to(
                                call ->
                                        Answer.data(
                                                set.hosts()
                                                        .find(
                                                                call.caller().workspace(),
                                                                call.path("id")))),
                Route.post("/follow", ANYONE)
                        .summary(
                                "Makes the sources and subscriptions of a template: github.repo, github.pr or github.issue.")
                        .takes(Follow.class)
                        .answers(Followed.class)
                        .plain()
                        .fails(
                                ErrorCode.AGENT_NOT_FOUND,
                                ErrorCode.NOT_NOTIFY_CAPABLE,
                                ErrorCode.FORBIDDEN)
                        .to(this::follow));
    }

    private List<Route> sources(String base) {
        String one = base + "/{id}";
        return List.of(
                Route.post(base, ANYONE)
                        .summary(
                                "Gives the source at that place, making it if there is none. Only the owner names a credential, and only the owner opens what is read with one.")
                        .takes(NewSource.class)
                        .answers(Source.class)
                        .plain()
                        .fails(ErrorCode.UNKNOWN_HOST, ErrorCode.FORBIDDEN)
                        .to(this::open),
                Route.get(base, ANYONE)
                        .summary("Lists the sources of the workspace.")
                        .query("limit", "How many, 1 to 1000; 100 if left out.")
                        .answers(SourceList.class)
                        .plain()
                        .to(
                                call ->
                                        Answer.data(
                                                new SourceList(
                                                        set.sources()
                                                                .all(
                                                                        call.caller().workspace(),
                                                                        limit(call))))),
                Route.get(one, ANYONE)
                        .summary("Shows a source.")
                        .answers(Source.class)
                        .plain()
                        .fails(ErrorCode.UNKNOWN_SOURCE)
                        .to(
                                call ->
                                        Answer.data(
                                                set.sources()
                                                        .show(
                                                                call.caller().workspace(),
                                                                call.path("id")))),
                Route.patch(one, Access.of(OWNER))
                        .summary("Changes the configuration of a source.")
                        .takes(SourceChange.class)
                        .answers(SourceChanged.class)
                        .plain()
                        .fails(ErrorCode.UNKNOWN_SOURCE)
                        .to(this::change),
                Route.delete(one, Access.of(OWNER))
                        .summary("Removes a source with its events.")
                        .query(
                                "with_subscriptions",
                                "true to remove its subscriptions, too; otherwise one that has some is kept.")
                        .answers(SourceRemoved.class)
                        .plain()
                        .fails(ErrorCode.UNKNOWN_SOURCE, ErrorCode.SOURCE_CONFLICT)
                        .to(this::remove),
                Route.post(one + "/pause", Access.of(OWNER))
                        .summary("Has a source take no more events.")
                        .answers(SourcePaused.class)
                        .plain()
                        .fails(ErrorCode.UNKNOWN_SOURCE)
                        .to(
                                call ->
                                        Answer.data(
                                                new SourcePaused(
                                                        true, become(call, SourceStatus.PAUSED)))),
                Route.post(one + "/resume", Access.of(OWNER))
                        .summary("Has a source take events again.")
                        .answers(SourceResumed.class)
                        .plain()
                        .fails(ErrorCode.UNKNOWN_SOURCE)
                        .to(
                                call ->
                                        Answer.data(
                                                new SourceResumed(
                                                        true, become(call, SourceStatus.ACTIVE)))),
                Route.post(one + "/poll", ANYONE)
                        .summary(
                                "Looks at the source itself now, where it is one that is looked at.")
                        .answers(SourcePolled.class)
                        .plain()
                        .fails(ErrorCode.UNKNOWN_SOURCE)
                        .to(this::poll),
                Route.post(one + "/events", ANYONE)
                        .summary(
                                "Tells a source of type local_event of something that happened. The same sourceNativeId and eventVariant are the same event.")
                        .takes(PostedEvent.class)
                        .answers(EventAppended.class)
                        .plain()
                        .fails(ErrorCode.UNKNOWN_SOURCE, ErrorCode.SOURCE_CONFLICT)
                        .to(this::append));
    }

    private Answer openHost(Call call) {
        NewHost wanted = call.body(NewHost.class);
        mayName(call, wanted.configRef());
        return Answer.data(set.hosts().open(call.caller().workspace(), wanted));
    }

    private Answer open(Call call) {
        NewSource wanted = call.body(NewSource.class);
        mayName(call, wanted.configRef());
        return Answer.data(set.sources().open(call.caller(), wanted));
    }

    private Answer follow(Call call) {
        Follow wanted = call.body(Follow.class);
        mayName(call, wanted.configRef());
        return Answer.data(set.follows().follow(call.caller(), wanted));
    }

    /// Whoever names a credential has something read with it.
    private static void mayName(Call call, @Nullable String configRef) {
        if (configRef != null && call.caller() instanceof Caller.Agent) {
            throw new Problem(ErrorCode.FORBIDDEN, "only the owner names a credential (configRef)");
        }
    }

    private Answer change(Call call) {
        Source changed =
                set.sources()
                        .change(
                                call.caller().workspace(),
                                call.path("id"),
                                call.body(SourceChange.class));
        return Answer.data(new SourceChanged(true, changed));
    }

    private Answer remove(Call call) {
        boolean all = call.query("with_subscriptions").filter("true"::equals).isPresent();
        return Answer.data(set.sources().remove(call.caller().workspace(), call.path("id"), all));
    }

    private Source become(Call call, SourceStatus status) {
        return set.sources().become(call.caller().workspace(), call.path("id"), status);
    }

    private Answer poll(Call call) {
        return Answer.data(reader.apply(source(call)));
    }

    private Answer append(Call call) {
        PostedEvent posted = call.body(PostedEvent.class);
        KeptSource source = source(call);
        if (source.type() != SourceType.LOCAL_EVENT) {
            throw new Problem(
                    ErrorCode.INVALID_REQUEST,
                    "manual append is not supported for source type: " + source.type().wire());
        }
        NewEvent event =
                new NewEvent(
                        posted.sourceNativeId(),
                        posted.eventVariant(),
                        posted.occurredAt(),
                        Objects.requireNonNullElseGet(posted.metadata(), Json::emptyObject),
                        Objects.requireNonNullElseGet(posted.rawPayload(), Json::emptyObject),
                        posted.providerRawPayload(),
                        posted.deliveryHandle());
        Appended appended =
                set.events().append(call.caller().workspace(), source.id(), List.of(event));
        return Answer.data(
                new EventAppended(appended.appended(), appended.deduped(), appended.lastOffset()));
    }

    private KeptSource source(Call call) {
        String id = call.path("id");
        return set.sources()
                .find(call.caller().workspace(), id)
                .orElseThrow(() -> new Problem(ErrorCode.UNKNOWN_SOURCE, "unknown source: " + id));
    }

    private static int limit(Call call) {
        return Queries.limit(call, DEFAULT_LIMIT, MOST);
    }
}
