package dev.waybill.server.mcp.tool;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.action.ActionSet;
import dev.waybill.server.delivery.Mailboxes;
import dev.waybill.server.follow.Followers;
import dev.waybill.server.http.route.LocalCalls;
import dev.waybill.server.ledger.LedgerTail;
import dev.waybill.server.mcp.Contents;
import dev.waybill.server.mcp.Exchange;
import dev.waybill.server.mcp.Listener;
import dev.waybill.server.mcp.Offer;
import dev.waybill.server.mcp.Outcome;
import dev.waybill.server.mcp.Prompt;
import dev.waybill.server.mcp.PromptText;
import dev.waybill.server.mcp.Resource;
import dev.waybill.server.mcp.ResourceTemplate;
import dev.waybill.server.mcp.Tool;
import dev.waybill.server.workspace.Caller;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// What the relay offers an MCP host: messaging, deliveries, actions, and what can be read.
public final class RelayOffer implements Offer {
    private final LocalCalls calls;
    private final Map<String, RelayTool> fixed;
    private final ActionTools actions;
    private final RelayResources resources;
    private final SystemPrompt prompt;
    private final Watches watches;
    private final Mailboxes mailboxes;
    private final ToolNames shown;

    /// What of the server hosts reach.
    public record Parts(
            LocalCalls calls,
            Json json,
            InstantSource clock,
            ActionSet actions,
            Mailboxes mailboxes,
            LedgerTail tail,
            Followers followers,
            boolean network) {}

    public RelayOffer(Parts parts) {
        this.calls = parts.calls();
        ActionCalls actionCalls =
                new ActionCalls(parts.actions().calls(), new ResultEnvelope(parts.json()));
        List<RelayTool> own =
                Stream.of(
                                MessageTools.all(),
                                DirectTools.all(),
                                ChannelTools.all(),
                                PeopleTools.all(),
                                new DeliveryTools(parts.clock()).all(),
                                OutboundTools.all(),
                                parts.network() ? NetworkTools.all() : List.<RelayTool>of())
                        .flatMap(List::stream)
                        .toList();
        Set<String> taken =
                Stream.concat(own.stream().map(RelayTool::name), GenericTools.NAMES.stream())
                        .collect(Collectors.toSet());
        this.actions = new ActionTools(parts.actions(), actionCalls, taken);
        this.fixed = new LinkedHashMap<>();
        Stream.concat(own.stream(), new GenericTools(actions, actionCalls).all().stream())
                .forEach(tool -> fixed.put(tool.name(), tool));
        this.resources = new RelayResources(calls, parts.json());
        this.prompt = new SystemPrompt(calls);
        this.watches = new Watches(parts.tail(), parts.followers(), this::actionTools);
        this.mailboxes = parts.mailboxes();
        this.shown = ToolNames.BOTH;
    }

    private RelayOffer(RelayOffer other, ToolNames shown) {
        this.calls = other.calls;
        this.fixed = other.fixed;
        this.actions = other.actions;
        this.resources = other.resources;
        this.prompt = other.prompt;
        this.watches = other.watches;
        this.mailboxes = other.mailboxes;
        this.shown = shown;
    }

    /// The same for hosts that are shown other names of it.
    public RelayOffer showing(ToolNames names) {
        return new RelayOffer(this, names);
    }

    @Override
    public List<Tool> tools(Caller caller) {
        return Stream.concat(
                        fixed.values().stream()
                                .filter(
                                        tool ->
                                                shown.shows(
                                                        tool.name(),
                                                        GenericTools.isAlias(tool.name())))
                                .map(tool -> tool.listed(caller)),
                        actions.list(caller, shown).stream())
                .toList();
    }

    @Override
    public Outcome call(Caller caller, String tool, ObjectNode arguments, Exchange exchange)
            throws InterruptedException {
        try {
            RelayTool own = fixed.get(tool);
            if (own != null) {
                return own.call(new Turn(caller, new Arguments(arguments), exchange, calls));
            }
            return caller instanceof Caller.Agent agent
                    ? actions.call(agent, tool, arguments, exchange).orElseGet(Outcome::unknown)
                    : Outcome.unknown();
        } catch (ToolFault fault) {
            return fault.outcome(isFree(tool));
        } catch (RuntimeException e) {
            return ToolFault.of(calls.problemOf(e)).outcome(isFree(tool));
        }
    }

    @Override
    public List<Resource> resources(Caller caller) {
        return resources.list(caller);
    }

    @Override
    public List<ResourceTemplate> templates(Caller caller) {
        return resources.templates();
    }

    @Override
    public Optional<Contents> read(Caller caller, String uri) {
        return resources.read(caller, uri);
    }

    @Override
    public boolean canWatch(Caller caller, String uri) {
        return resources.canWatch(caller, uri);
    }

    @Override
    public String instructions(Caller caller) {
        return SystemPrompt.instructions(caller);
    }

    @Override
    public List<Prompt> prompts(Caller caller) {
        return prompt.list();
    }

    @Override
    public Optional<PromptText> prompt(Caller caller, String name, Map<String, String> arguments) {
        return prompt.find(caller, name);
    }

    /// What reaches the mailbox is told on the thread that wrote it, all else by a follower of the ledger.
    @Override
    public AutoCloseable watch(Caller caller, Listener listener) {
        AutoCloseable ledger = watches.open(caller, listener);
        if (!(caller instanceof Caller.Agent agent)) {
            return ledger;
        }
        AutoCloseable mailbox =
                mailboxes.onArrival(
                        agent.agent(),
                        () -> {
                            listener.resourceUpdated(RelayAddress.INBOX);
                            listener.resourceUpdated(RelayAddress.DELIVERIES);
                        });
        return () -> {
            try (ledger) {
                mailbox.close();
            }
        };
    }

    /// Whether the tool promises no shape of its data.
    private boolean isFree(String tool) {
        RelayTool own = fixed.get(tool);
        return own != null && own.draft().output() == null;
    }

    /// To be called after something about agents was changed, such as their tags, or one was removed.
    public void agentsChanged(WorkspaceId workspace) {
        watches.agentsChanged(workspace);
    }

    /// How many streams are told of changes.
    public int watching() {
        return watches.count();
    }

    private Object actionTools(Caller caller) {
        return actions.list(caller, ToolNames.VERBATIM);
    }
}
