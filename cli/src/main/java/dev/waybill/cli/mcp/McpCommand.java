package dev.waybill.cli.mcp;

import dev.waybill.cli.client.Api;
import dev.waybill.cli.client.Credential;
import dev.waybill.cli.client.Request;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import dev.waybill.cli.command.Options;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.profile.Access;
import dev.waybill.protocol.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `waybill mcp`: what an MCP host starts to be connected with a Waybill server.
public record McpCommand(Terminal terminal) implements Command {
    private static final String AGENT = "--agent";
    private static final String NAMES = "--names";

    @Override
    public String name() {
        return "mcp";
    }

    @Override
    public String summary() {
        return "Connect an MCP host through standard input and output.";
    }

    @Override
    public List<String> examples() {
        return List.of(
                "waybill mcp --agent alice",
                "waybill mcp --agent alice --names safe",
                "WAYBILL_URL=https://relay.example WAYBILL_TOKEN=at_live_… waybill mcp");
    }

    @Override
    public void addOptions(CommandSpec spec) {
        spec.addOption(
                Options.text(
                        AGENT,
                        "name",
                        "Connect as this agent; it is registered if it is not there, and its token kept in the profile."));
        spec.addOption(
                Options.text(
                        NAMES,
                        "names",
                        "both (names of tools as they are, and aliases) or safe (only names of letters, digits, _ and -)."));
        Access.addOptions(spec);
    }

    @Override
    public ExitCode run(Given given) {
        UnaryOperator<JsonNode> shown = names(given);
        Access access = new Access(given, terminal);
        Credential credential =
                given.value(AGENT)
                        .map(agent -> agent(given, access, plain(agent)))
                        .orElseGet(access::agentOrOwner);
        bridge(new Bridge(new Remote(access.url(), credential), new HostPipe(terminal), shown));
        return ExitCode.OK;
    }

    /// A host ends this by closing the pipe, or by a signal.
    private void bridge(Bridge bridge) {
        Thread goodbye = new Thread(bridge::end, "waybill-mcp-end");
        Runtime.getRuntime().addShutdownHook(goodbye);
        try {
            bridge.run(terminal.in());
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILURE, List.of("the host cannot be read: " + e.getMessage()), e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        bridge.end();
        Runtime.getRuntime().removeShutdownHook(goodbye);
    }

    private static UnaryOperator<JsonNode> names(Given given) {
        return switch (given.value(NAMES).orElse("both")) {
            case "both" -> UnaryOperator.identity();
            case "safe" -> SafeTools::of;
            default -> throw new CommandFailure(ExitCode.USAGE, NAMES + " takes both or safe");
        };
    }

    private Credential agent(Given given, Access access, String name) {
        if (given.has(Access.TOKEN)) {
            throw new CommandFailure(
                    ExitCode.USAGE, "give " + AGENT + " or " + Access.TOKEN + ", not both");
        }
        return access.kept(name).orElseGet(() -> fetched(access, name));
    }

    /// An agent whose token nobody here has gets a new one.
    private Credential fetched(Access access, String name) {
        Api api = new Api(access.url(), Optional.of(access.owner()));
        boolean there = false;
        for (JsonNode each : api.ask(Request.get("agents"))) {
            there |= each.path("name").asString().equals(name);
        }
        ObjectNode nothing = Json.emptyObject();
        JsonNode made =
                there
                        ? api.ask(Request.post("agents", name, "rotate-token").body(nothing))
                        : api.ask(Request.post("agents").body(nothing.put("name", name)));
        String token = made.path("token").asString("");
        boolean kept = access.keep(profile -> profile.withAgent(name, token));
        terminal.err()
                .println(
                        "waybill mcp: agent "
                                + name
                                + (there ? " has a new token, " : " is registered, its token ")
                                + (kept
                                        ? "kept in profile " + access.profileName()
                                        : "kept nowhere"));
        return new Credential(token, "the token of " + name);
    }

    private static String plain(String agent) {
        return agent.startsWith("@") ? agent.substring(1) : agent;
    }
}
