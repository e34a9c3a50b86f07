package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.protocol.workspace.Channel;
import dev.waybill.protocol.workspace.ChannelDetail;
import dev.waybill.protocol.workspace.ChannelUpdate;
import dev.waybill.protocol.workspace.Member;
import dev.waybill.protocol.workspace.NewChannel;
import dev.waybill.protocol.workspace.NewTopic;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.workspace.ChannelChanges;
import dev.waybill.server.workspace.ChannelDirectory;
import dev.waybill.server.workspace.Sight;

/// Answers for channels.
public final class ChannelEndpoints {
    private static final Access WRITERS = Access.of(OWNER, AGENT);
    private static final Access READERS =
            Access.of(OWNER, AGENT).orObserver(ObserverScope.CHANNELS_READ);

    private final ChannelChanges changes;
    private final ChannelDirectory directory;

    public ChannelEndpoints(ChannelChanges changes, ChannelDirectory directory) {
        this.changes = changes;
        this.directory = directory;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Channels",
                Route.post("/v1/channels", WRITERS)
                        .summary("Creates a channel; an agent that does so owns it.")
                        .takes(NewChannel.class)
                        .answers(201, Channel.class)
                        .fails(ErrorCode.INVALID_CHANNEL_NAME, ErrorCode.CHANNEL_ALREADY_EXISTS)
                        .to(this::create),
                Route.get("/v1/channels", READERS)
                        .summary("Lists the channels of the workspace.")
                        .query("include_archived", "true lists the archived ones too.")
                        .answers(Channel[].class)
                        .to(this::list),
                Route.get("/v1/channels/{name}", READERS)
                        .summary("Shows a channel and who is in it.")
                        .answers(ChannelDetail.class)
                        .fails(ErrorCode.CHANNEL_NOT_FOUND)
                        .to(this::show),
                Route.patch("/v1/channels/{name}", WRITERS)
                        .summary("Changes the topic or the metadata of a channel.")
                        .takes(ChannelUpdate.class)
                        .answers(Channel.class)
                        .fails(ErrorCode.CHANNEL_NOT_FOUND, ErrorCode.CHANNEL_ARCHIVED)
                        .to(this::update),
                Route.patch("/v1/channels/{name}/topic", WRITERS)
                        .summary("Sets the topic of a channel; null takes it away.")
                        .takes(NewTopic.class)
                        .answers(Channel.class)
                        .fails(ErrorCode.CHANNEL_NOT_FOUND, ErrorCode.CHANNEL_ARCHIVED)
                        .to(this::setTopic),
                Route.delete("/v1/channels/{name}", WRITERS)
                        .summary(
                                "Archives a channel: it can be read, and nothing more is said in it.")
                        .answersNothing()
                        .fails(ErrorCode.CHANNEL_NOT_FOUND, ErrorCode.CANNOT_ARCHIVE_GENERAL)
                        .to(this::archive),
                Route.get("/v1/channels/{name}/members", READERS)
                        .summary("Lists who is in a channel.")
                        .answers(Member[].class)
                        .fails(ErrorCode.CHANNEL_NOT_FOUND)
                        .to(this::members));
    }

    Answer create(Call call) {
        return Answer.data(changes.create(call.caller(), call.body(NewChannel.class)));
    }

    Answer list(Call call) {
        boolean archivedToo = call.query("include_archived").filter("true"::equals).isPresent();
        return Answer.data(directory.list(Sight.of(call.caller()), archivedToo));
    }

    Answer show(Call call) {
        return Answer.data(directory.show(Sight.of(call.caller()), call.path("name")));
    }

    Answer update(Call call) {
        return Answer.data(
                changes.update(
                        call.caller().workspace(),
                        call.path("name"),
                        call.body(ChannelUpdate.class)));
    }

    Answer setTopic(Call call) {
        return Answer.data(
                changes.setTopic(
                        call.caller().workspace(),
                        call.path("name"),
                        call.body(NewTopic.class).topic()));
    }

    Answer archive(Call call) {
        changes.archive(call.caller().workspace(), call.path("name"));
        return Answer.empty();
    }

    Answer members(Call call) {
        return Answer.data(directory.members(Sight.of(call.caller()), call.path("name")));
    }
}
