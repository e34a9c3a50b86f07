package dev.waybill.server.source;

import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.source.Follow;
import dev.waybill.protocol.source.Followed;
import dev.waybill.protocol.source.FollowedSource;
import dev.waybill.protocol.source.FollowedSubscription;
import dev.waybill.protocol.source.NewSource;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.source.filter.Filter;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Supplies;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// Makes the sources and subscriptions that a template stands for: all of them, or none.
public final class Follows {
    private final Supplies supplies;
    private final Sources sources;
    private final Subscriptions subscriptions;
    private final SubscriptionTable table;
    private final Recipients recipients = new Recipients();

    Follows(Supplies supplies, Sources sources, Subscriptions subscriptions) {
        this.supplies = supplies;
        this.sources = sources;
        this.subscriptions = subscriptions;
        this.table = new SubscriptionTable(supplies.json());
    }

    public Followed follow(Caller caller, Follow wanted) {
        return supplies.database().write(tx -> follow(tx, caller, wanted));
    }

    /// One source, and what is wanted of it by the name of its repository.
    private record Part(SourceType type, Function<String, Shortcuts.Wanted> what) {}

    private Followed follow(Tx tx, Caller caller, Follow wanted) {
        AgentId agent = recipients.receiving(tx, caller, wanted.agentId());
        JsonNode args = Objects.requireNonNullElseGet(wanted.templateArgs(), Json::emptyObject);
        String template = template(wanted);
        String repository = repository(args);
        Start start = Start.of(wanted.startPolicy(), wanted.startOffset(), wanted.startTime());
        List<FollowedSource> opened = new ArrayList<>();
        List<FollowedSubscription> made = new ArrayList<>();
        for (Part part : parts(template, args)) {
            Sources.Opened source =
                    sources.open(
                            tx,
                            caller,
                            new NewSource(
                                    null,
                                    null,
                                    null,
                                    part.type().wire(),
                                    repository,
                                    wanted.configRef(),
                                    wanted.config()));
            opened.add(
                    new FollowedSource(
                            source.source().id(), source.source().kind(), source.created()));
            Shortcuts.Wanted what = part.what().apply(source.source().repository());
            Filter.parse(what.filter());
            made.add(subscribe(tx, agent, source.source(), what, start));
        }
        return new Followed(template, agent.text(), opened, made);
    }

    private FollowedSubscription subscribe(
            Tx tx, AgentId agent, KeptSource source, Shortcuts.Wanted what, Start start) {
        return table.same(tx, agent, source.id()).stream()
                .filter(known -> known.filter().equals(what.filter()))
                .filter(known -> Objects.equals(known.trackedRef(), what.tracked()))
                .findFirst()
                .map(known -> new FollowedSubscription(known.id(), source.id(), false))
                .orElseGet(
                        () ->
                                new FollowedSubscription(
                                        subscriptions
                                                .add(
                                                        tx,
                                                        new Subscriptions.Wish(
                                                                source,
                                                                agent,
                                                                what,
                                                                start,
                                                                DeliveryTerms.USUAL,
                                                                false))
                                                .id(),
                                        source.id(),
                                        true));
    }

    private static String template(Follow wanted) {
        String name = wanted.template();
        return name.contains(".") ? name : wanted.providerOrKind() + "." + name;
    }

    private static List<Part> parts(String template, JsonNode args) {
        return switch (template) {
            case "github.repo" ->
                    List.of(new Part(SourceType.GITHUB_REPO, _ -> Shortcuts.everything()));
            case "github.issue" ->
                    List.of(
                            new Part(
                                    SourceType.GITHUB_REPO,
                                    repository -> Shortcuts.issue(repository, args)));
            case "github.pr" -> pull(args);
            default ->
                    throw new Refusal(
                            Reason.INVALID_REQUEST,
                            "there is no template "
                                    + template
                                    + "; there are github.repo, github.pr and github.issue");
        };
    }

    private static List<Part> pull(JsonNode args) {
        Part events =
                new Part(SourceType.GITHUB_REPO, repository -> Shortcuts.pull(repository, args));
        return args.path("withCi").asBoolean(false)
                ? List.of(
                        events,
                        new Part(
                                SourceType.GITHUB_REPO_CI,
                                repository -> Shortcuts.runs(repository, args)))
                : List.of(events);
    }

    private static String repository(JsonNode args) {
        String owner = args.path("owner").asString("");
        String repo = args.path("repo").asString("");
        if (owner.isBlank() || repo.isBlank()) {
            throw new Refusal(Reason.INVALID_REQUEST, "templateArgs.owner and repo are needed");
        }
        return Shortcuts.plain("owner", owner) + "/" + Shortcuts.plain("repo", repo);
    }
}
