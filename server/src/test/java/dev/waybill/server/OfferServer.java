package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.token.Token;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.NetworkConfig;
import dev.waybill.server.config.OutboundConfig;
import dev.waybill.server.config.ServerConfig;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.http.api.CoreFaults;
import dev.waybill.server.http.route.LocalCalls;
import dev.waybill.server.http.route.LocalRequest;
import dev.waybill.server.http.route.Method;
import dev.waybill.server.mcp.Exchange;
import dev.waybill.server.mcp.Outcome;
import dev.waybill.server.mcp.Question;
import dev.waybill.server.mcp.tool.RelayOffer;
import dev.waybill.server.provider.StubProvider;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Everything of a server but its sockets, and the offer that MCP hosts get of it.
public final class OfferServer implements AutoCloseable {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);

    private final Parts parts = new Parts();
    private final Core core;
    private final Keys keys;

    private OfferServer(Config config, Outside outside) {
        this.core = Core.open(config, outside, parts);
        this.keys = core.firstStart().orElseThrow();
    }

    public static OfferServer open(TestEngine engine, Path data) {
        return open(engine, data, Config.DEFAULTS.network());
    }

    public static OfferServer open(TestEngine engine, Path data, NetworkConfig network) {
        return new OfferServer(
                config(engine, data, network, Config.DEFAULTS.outbound()), Outside.NONE);
    }

    /// With a provider that is a stub on loopback.
    public static OfferServer open(
            TestEngine engine, Path data, StubProvider stub, OutboundServer.Setup setup) {
        Config defaults = Config.DEFAULTS;
        return new OfferServer(
                config(engine, data, defaults.network(), OutboundServer.calling(setup)),
                OutboundServer.outside(stub.url(), setup));
    }

    private static Config config(
            TestEngine engine, Path data, NetworkConfig network, OutboundConfig outbound) {
        Config defaults = Config.DEFAULTS;
        return new Config(
                new ServerConfig("127.0.0.1", 0, data, 0, Duration.ofSeconds(5)),
                StoreConfig.DEFAULTS.withDatabase(engine.freshDatabase()),
                defaults.http(),
                defaults.tls(),
                defaults.access(),
                defaults.delivery(),
                defaults.files(),
                outbound,
                defaults.push(),
                defaults.redaction(),
                defaults.actions(),
                network,
                defaults.nats(),
                defaults.providers(),
                defaults.ui(),
                defaults.log());
    }

    public RelayOffer offer() {
        return core.offer();
    }

    /// Holds the workspace key.
    public Caller owner() {
        return caller(keys.workspaceKey());
    }

    /// A new agent.
    public Caller.Agent agent(String name) {
        call(owner(), "register_agent", "{'name':'%s'}".formatted(name));
        JsonNode agent = JSON.tree(offer().read(owner(), "relay://agents").orElseThrow().text());
        for (JsonNode each : agent.path("agents")) {
            if (each.path("name").asString().equals(name)) {
                return new Caller.Agent(
                        owner().workspace(), AgentId.parse(each.path("id").asString()), name);
            }
        }
        throw new AssertionError("no agent " + name);
    }

    public Caller caller(String token) {
        return core.edge()
                .api()
                .authenticator()
                .identify(Token.parse(token).orElseThrow())
                .orElseThrow();
    }

    /// Calls a tool that has to succeed; JSON may be written with single quotation marks.
    public JsonNode call(Caller caller, String tool, String arguments) {
        Outcome outcome = outcome(caller, tool, arguments);
        assertThat(outcome.isError()).as("%s %s: %s", tool, arguments, outcome).isFalse();
        JsonNode data = outcome.structured();
        assertThat(data).isNotNull();
        return data == null ? Json.emptyObject() : data;
    }

    public Outcome outcome(Caller caller, String tool, String arguments) {
        return outcome(caller, tool, arguments, () -> true);
    }

    /// The same for a host that is there only as long as that says so.
    public Outcome outcome(Caller caller, String tool, String arguments, BooleanSupplier attended) {
        try {
            return offer().call(
                            caller, tool, (ObjectNode) json(arguments), new NoExchange(attended));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /// Sends what waits until it is flushed, and gives the id of the message.
    public String held(Caller sender, String to, String text) {
        return request(
                        sender,
                        LocalRequest.of(Method.POST, "v1", "dm")
                                .with(
                                        Json.emptyObject()
                                                .put("to", to)
                                                .put("text", text)
                                                .put("delivery_mode", "manual")))
                .path("message")
                .path("id")
                .asString();
    }

    public void register(Caller caller, String action) {
        request(caller, LocalRequest.of(Method.POST, "v1", "actions").with(json(action)));
    }

    public void unregister(Caller caller, String action) {
        request(caller, LocalRequest.of(Method.DELETE, "v1", "actions", action));
    }

    public void systemPrompt(String words) {
        request(
                owner(),
                LocalRequest.of(Method.PUT, "v1", "workspace", "system-prompt")
                        .with(Json.emptyObject().put("prompt", words)));
    }

    /// JSON that may be written with single quotation marks.
    public static JsonNode json(String text) {
        return JSON.tree(text.replace('\'', '"'));
    }

    /// A request of the API that has to succeed.
    public JsonNode request(Caller caller, LocalRequest request) {
        LocalCalls.Reply reply =
                new LocalCalls(core.edge().api().routes(), new CoreFaults(), JSON)
                        .call(caller, request);
        assertThat(reply).isInstanceOf(LocalCalls.Reply.Data.class);
        JsonNode data = ((LocalCalls.Reply.Data) reply).data();
        return data == null ? Json.emptyObject() : data;
    }

    @Override
    public void close() {
        parts.close();
    }

    /// A host that only waits.
    private record NoExchange(BooleanSupplier there) implements Exchange {
        @Override
        public boolean wanted() {
            return true;
        }

        @Override
        public boolean attended() {
            return there.getAsBoolean();
        }

        @Override
        public void progress(double done, @Nullable Double total, String message) {}

        @Override
        public void log(String level, JsonNode data) {}

        @Override
        public boolean can(String capability) {
            return false;
        }

        @Override
        public List<ObjectNode> ask(List<Question> questions) {
            throw new AssertionError("nothing is asked of hosts");
        }

        @Override
        public void release() {}
    }
}
