package dev.waybill.bench.limit;

import dev.waybill.bench.wire.Text;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The agents, the channels they are in and the nodes that host them, as the API of Waybill makes them. Tokens are names:
/// whoever says one has it.
final class Places {
    private static final byte[] AGENTS = Text.key("POST /v1/agents ");
    private static final byte[] NODE_TOKEN = Text.key("POST /v1/agent/node-token ");
    private static final byte[] NODES = Text.key("POST /v1/nodes ");
    private static final byte[] BINDING = Text.key("POST /v1/nodes/");
    private static final byte[] CHANNELS = Text.key("POST /v1/channels ");
    private static final byte[] JOINING = Text.key("POST /v1/channels/");

    private static final byte[] TO = Text.key("\"to\":\"");
    private static final byte[] CHANNEL = Text.key("\"channel\":\"");
    private static final byte[] NAME = Text.key("\"name\":\"");
    private static final byte[] AGENT_NAME = Text.key("\"agent_name\":\"");
    private static final String OWN = "own-";

    private final Map<String, Agent> agents = new HashMap<>();
    private final Map<String, Room> channels = new HashMap<>();
    private final Map<String, List<Agent>> hosted = new HashMap<>();

    Agent agent(String name) {
        return known(agents.get(name), name);
    }

    /// Who gets a message.
    Room to(Text message) {
        if (message.after(TO) >= 0) {
            return agent(message.string(TO)).alone();
        }
        String channel = message.string(CHANNEL);
        return known(channels.get(channel), channel);
    }

    /// From now on those that the token of the connection is for hear there.
    void connected(Connection connection) {
        List<Agent> there = known(hosted.get(connection.token()), connection.token());
        there.forEach(agent -> agent.hostedBy(connection));
    }

    /// Does what a request asks for before messages begin; the answer is a token, where there is one.
    String ask(Text head, Text body, String token) {
        if (head.startsWith(AGENTS)) {
            return added(body.string(NAME));
        } else if (head.startsWith(NODE_TOKEN)) {
            return OWN + token;
        } else if (head.startsWith(NODES)) {
            hosted.put(body.string(NAME), new ArrayList<>());
            return body.string(NAME);
        } else if (head.startsWith(BINDING)) {
            String node = head.string(BINDING, '/');
            known(hosted.get(node), node).add(agent(body.string(AGENT_NAME)));
            return "";
        } else if (head.startsWith(CHANNELS)) {
            channels.put(body.string(NAME), new Room(channels.size(), new ArrayList<>()));
            return "";
        } else if (head.startsWith(JOINING)) {
            String channel = head.string(JOINING, '/');
            known(channels.get(channel), channel).members().add(agent(token));
            return "";
        }
        throw new IllegalArgumentException("nobody knows what this is: " + head);
    }

    private String added(String name) {
        Agent agent = new Agent(agents.size(), name);
        agents.put(name, agent);
        hosted.put(OWN + name, List.of(agent));
        return name;
    }

    private static <T> T known(@Nullable T found, String name) {
        if (found == null) {
            throw new IllegalArgumentException("nobody knows " + name);
        }
        return found;
    }
}
