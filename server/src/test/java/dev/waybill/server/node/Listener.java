package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An agent that checks what it is told: in order on each way it comes, and nothing again that was surely acknowledged.
final class Listener {
    private final String name;
    private final Sent sent;
    private final Set<String> heard = new TreeSet<>();
    private String token;
    private @Nullable TestNode session;
    private @Nullable Host host;
    private long lastId;
    private long lastSeq;
    private long settledId;
    private boolean mayRepeat;

    Listener(String name, String token, Sent sent) {
        this.name = name;
        this.token = token;
        this.sent = sent;
    }

    String name() {
        return name;
    }

    @Nullable Host host() {
        return host;
    }

    boolean connected() {
        return session != null;
    }

    Set<String> heard() {
        return heard;
    }

    /// The next way deliveries come starts where the server thinks the agent is.
    void movedTo(@Nullable Host place, String newToken) {
        host = place;
        token = newToken;
        lastId = 0;
        mayRepeat = false;
    }

    /// The same for a place that is not told; what was on its way there when the agent left it may come as well.
    void broughtTo(Host place) {
        movedTo(place, token);
        mayRepeat = true;
    }

    String token() {
        return token;
    }

    void connect(RelayApi api) throws InterruptedException {
        cut();
        session = TestNode.session(api, token);
        lastId = 0;
        lastSeq = 0;
    }

    /// Hears what has come and drops the connection.
    void cut() throws InterruptedException {
        TestNode open = session;
        if (open != null) {
            listen();
            open.close();
            session = null;
        }
    }

    void listen() throws InterruptedException {
        TestNode open = session;
        if (open == null) {
            return;
        }
        for (JsonNode frame = open.poll(); frame != null; frame = open.poll()) {
            if (frame.get("type").asString().equals("deliver") && frame.get("seq").asLong() > 0) {
                assertThat(frame.get("seq").asLong())
                        .as("next for %s", name)
                        .isGreaterThan(lastSeq);
                lastSeq = frame.get("seq").asLong();
                take(frame);
            }
        }
    }

    /// One message, in whatever way it came.
    void take(JsonNode frame) {
        long id = frame.get("msg_id").asLong();
        String text = TestNode.text(frame);
        sent.heard(name, text, frame.get("msg_id").asString());
        assertThat(id).as("%s was acknowledged by %s", text, name).isGreaterThan(settledId);
        if (mayRepeat && heard.contains(text)) {
            return;
        }
        assertThat(id).as("%s after what came before it, for %s", text, name).isGreaterThan(lastId);
        lastId = id;
        heard.add(text);
    }

    /// Acknowledges some of what came; `surely` waits until the server has heard it.
    void ack(int leaveOut, boolean surely) throws InterruptedException {
        TestNode open = session;
        if (open == null || lastSeq == 0) {
            return;
        }
        open.ack(name, Math.max(0, lastSeq - leaveOut));
        if (surely && leaveOut == 0) {
            long acked = lastId;
            open.ask(TestNode.frame("nothing.of.that.kind"));
            settled(acked);
        }
    }

    void settled(long id) {
        settledId = Math.max(settledId, id);
    }

    long lastId() {
        return lastId;
    }

    /// What the server had heard and not written may come again.
    void serverDied() throws InterruptedException {
        TestNode open = session;
        if (open != null) {
            listen();
            open.close();
            session = null;
        }
        settledId = 0;
    }
}
