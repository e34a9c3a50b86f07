package dev.waybill.cli.people;

import dev.waybill.cli.client.Request;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.CommandGroup;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.remote.Body;
import dev.waybill.cli.remote.RemoteCommand;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.text.Fields;
import dev.waybill.cli.text.Plain;
import dev.waybill.cli.text.Table;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// `waybill node …`: the hosts that deliveries go to, and which agents are on them.
public record NodeCommands(Terminal terminal) implements CommandGroup {
    private static final String PUSH_URL = "--push-url";

    @Override
    public String name() {
        return "node";
    }

    @Override
    public String summary() {
        return "Enrol the hosts that deliveries go to, and bind agents to them.";
    }

    @Override
    public List<Command> parts() {
        return List.of(create(), list(), show(), agents(), bind(), unbind());
    }

    private Command create() {
        return onNode(
                        "create",
                        "Enrol a node; its token is shown once and kept nowhere. One that exists gets a new token.",
                        "waybill node create hook --push-url https://agent.example/inbox --ack-mode on_2xx")
                .option("--kind", "kind", "ws or http_push; http_push if it has a push URL.")
                .option("--role", "role", "direct for one agent, broker for several.")
                .option("--max-agents", "number", "How many agents it may host; 0 sets no limit.")
                .options("--capability", "name", "What it can do; may be given several times.")
                .options("--tag", "tag", "A word to find it by; may be given several times.")
                .option(PUSH_URL, "url", "Where to POST what is delivered.")
                .option("--ack-mode", "mode", "manual, on_2xx or response: what counts as done.")
                .option("--hmac-secret", "secret", "Sign what is pushed with this.")
                .does(NodeCommands::create);
    }

    private static void create(Session session) {
        Optional<String> kind =
                session.value("--kind").or(() -> session.value(PUSH_URL).map(_ -> "http_push"));
        Body body =
                Body.of("name", session.given().word("node"))
                        .with("kind", kind)
                        .with("role", session.value("--role"))
                        .withNumber("max_agents", session.value("--max-agents"))
                        .with("capabilities", session.given().values("--capability"))
                        .with("tags", session.given().values("--tag"))
                        .with("delivery", delivery(session));
        JsonNode made = session.asOwner(Request.post("nodes").body(body.document()));
        session.show(
                made,
                data ->
                        "Node %s is enrolled. This is its token; it is not shown again:\n\n  %s"
                                .formatted(Plain.field(data, "name"), Plain.field(data, "token")));
    }

    private static Body delivery(Session session) {
        Body auth =
                session.value("--hmac-secret")
                        .map(
                                secret ->
                                        Body.of("type", "hmac_sha256")
                                                .with("secret", Optional.of(secret)))
                        .orElseGet(Body::empty);
        return Body.empty()
                .with("url", session.value(PUSH_URL))
                .with("ack_mode", session.value("--ack-mode"))
                .with("auth", auth);
    }

    private Command list() {
        return draft("list", "List the nodes.", "waybill node list --capability spawn:claude")
                .option("--capability", "name", "Only those that can do this.")
                .does(NodeCommands::list);
    }

    private static void list(Session session) {
        JsonNode nodes =
                session.asReader(
                        Request.get("nodes").query("capability", session.value("--capability")));
        session.show(
                nodes,
                data ->
                        Table.of(
                                data,
                                "name",
                                "kind",
                                "role",
                                "status",
                                "active_agents",
                                "max_agents",
                                "last_heartbeat_at"));
    }

    private Command show() {
        return onNode("show", "Show a node.", "waybill node show hook")
                .does(
                        session ->
                                session.show(
                                        session.asReader(
                                                Request.get("nodes", session.given().word("node"))),
                                        NodeCommands::text));
    }

    private static String text(JsonNode node) {
        return Fields.of(
                node,
                "name",
                "id",
                "kind",
                "role",
                "status",
                "live",
                "handlers_live",
                "delivery_adapter",
                "delivery",
                "capabilities",
                "tags",
                "version",
                "load",
                "active_agents",
                "max_agents",
                "last_heartbeat_at",
                "created_at");
    }

    private Command agents() {
        return onNode(
                        "agents",
                        "List the agents that are bound to a node.",
                        "waybill node agents hook")
                .does(
                        session ->
                                session.show(
                                        session.asReader(
                                                Request.get(
                                                        "nodes",
                                                        session.given().word("node"),
                                                        "agents")),
                                        data ->
                                                Table.of(
                                                        data,
                                                        "agent_name",
                                                        "status",
                                                        "session_ref",
                                                        "priority",
                                                        "created_at")));
    }

    private Command bind() {
        return onNode(
                        "bind",
                        "Send what is for an agent to this node from now on.",
                        "waybill node bind hook alice")
                .word("agent", "Which one.")
                .option("--session-ref", "text", "What the node calls the agent's session.")
                .does(NodeCommands::bind);
    }

    private static void bind(Session session) {
        Body body =
                Body.of("agent_name", session.agent())
                        .with("session_ref", session.value("--session-ref"));
        String node = session.given().word("node");
        JsonNode bound =
                session.asOwner(Request.post("nodes", node, "agents").body(body.document()));
        session.show(bound, session.agent() + " is bound to " + node);
    }

    private Command unbind() {
        return onNode(
                        "unbind",
                        "Let an agent fetch what is for it by itself again.",
                        "waybill node unbind hook alice")
                .word("agent", "Which one.")
                .does(NodeCommands::unbind);
    }

    private static void unbind(Session session) {
        String node = session.given().word("node");
        session.show(
                session.asOwner(Request.delete("nodes", node, "agents", session.agent())),
                session.agent() + " is no longer bound to " + node);
    }

    private RemoteCommand.Draft onNode(String name, String summary, String example) {
        return draft(name, summary, example).word("node", "Its name.");
    }

    private RemoteCommand.Draft draft(String name, String summary, String example) {
        return RemoteCommand.draft(terminal, name, summary, example);
    }
}
