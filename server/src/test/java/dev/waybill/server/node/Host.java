package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A broker as it is met in the field: it counts for each of its agents, takes only the next number, keeps its counts
/// over a lost connection, and starts again when it registers an agent.
final class Host {
    private final JsonNode node;
    private final Map<String, Guest> guests = new HashMap<>();
    private @Nullable TestNode connection;

    private static final class Guest {
        private final Listener agent;
        private long cursor;
        private long acked;
        private boolean owesAck;
        private boolean away;

        Guest(Listener agent) {
            this.agent = agent;
        }
    }

    Host(JsonNode node) {
        this.node = node;
    }

    String name() {
        return node.get("name").asString();
    }

    boolean connected() {
        return connection != null;
    }

    void connect(RelayApi api) throws InterruptedException {
        cut();
        connection = TestNode.broker(api, node);
    }

    void cut() throws InterruptedException {
        TestNode open = connection;
        if (open != null) {
            listen(0);
            open.close();
            connection = null;
        }
    }

    /// Runs the agent from now on.
    void register(Listener agent) throws InterruptedException {
        TestNode open = connection;
        if (open == null) {
            throw new IllegalStateException(name() + " is not connected");
        }
        listen(0);
        JsonNode data = open.host(agent.name());
        guests.remove(agent.name());
        open.dropBeforeReply(agent.name()); // sent under the old numbers
        agent.movedTo(this, data.get("token").asString());
        guests.put(agent.name(), new Guest(agent));
    }

    /// Nobody tells it that the agent runs elsewhere; it counts on.
    void leave(Listener agent) {
        Guest guest = guests.get(agent.name());
        if (guest != null) {
            guest.away = true;
        }
    }

    /// Nor that it runs here now, or again.
    void bring(Listener agent) throws InterruptedException {
        listen(0);
        guests.computeIfAbsent(agent.name(), _ -> new Guest(agent)).away = false;
        agent.broughtTo(this);
    }

    void giveUp(Listener agent, String agentId) throws InterruptedException {
        TestNode open = connection;
        if (open != null) {
            listen(0);
            open.send(TestNode.frame("agent.deregister").put("agent_id", agentId));
            open.ask(TestNode.frame("nothing.of.that.kind"));
            guests.remove(agent.name());
        }
    }

    /// Hears what has come and acknowledges all but some of it.
    void listen(int leaveOut) throws InterruptedException {
        TestNode open = connection;
        if (open == null) {
            return;
        }
        hear(open);
        if (!open.socket().over()) {
            for (Guest guest : guests.values()) {
                if (guest.owesAck) {
                    guest.acked = Math.max(guest.acked, guest.cursor - leaveOut);
                    guest.owesAck = guest.acked < guest.cursor;
                    open.ack(guest.agent.name(), guest.acked);
                }
            }
        }
    }

    /// Acknowledges everything and waits until the server has heard that.
    void settle() throws InterruptedException {
        TestNode open = connection;
        if (open != null) {
            listen(0);
            Map<Listener, Long> settled = new HashMap<>();
            guests.values().stream()
                    .filter(guest -> !guest.away)
                    .forEach(guest -> settled.put(guest.agent, guest.agent.lastId()));
            open.ask(TestNode.frame("nothing.of.that.kind"));
            settled.forEach(Listener::settled);
        }
    }

    /// Hears what had come; nobody is there to be told so.
    void serverDied() throws InterruptedException {
        TestNode open = connection;
        if (open != null) {
            connection = null;
            hear(open);
            open.close();
        }
    }

    private void hear(TestNode open) throws InterruptedException {
        for (JsonNode frame = open.poll(); frame != null; frame = open.poll()) {
            if (frame.get("type").asString().equals("deliver") && frame.get("seq").asLong() > 0) {
                take(frame);
            }
        }
    }

    private void take(JsonNode frame) {
        Guest guest = guests.get(frame.get("agent").asString());
        long number = frame.get("seq").asLong();
        if (guest == null) {
            return;
        }
        guest.owesAck = true;
        assertThat(number)
                .as("the number after %s for %s", guest.cursor, guest.agent.name())
                .isLessThanOrEqualTo(guest.cursor + 1);
        if (number == guest.cursor + 1) {
            guest.cursor = number;
            if (!guest.away && !frame.at("/payload/type").asString().equals("delivery.settled")) {
                guest.agent.take(frame);
            }
        }
    }
}
