package dev.waybill.server.mcp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The host of a session while it waits for a call: what is asked goes out on the stream of the call.
final class SessionExchange implements Exchange {
    private final Session session;
    private final Running running;
    private final @Nullable JsonNode progressToken;

    SessionExchange(Session session, Running running, @Nullable JsonNode progressToken) {
        this.session = session;
        this.running = running;
        this.progressToken = progressToken;
    }

    @Override
    public boolean wanted() {
        return running.wanted();
    }

    @Override
    public boolean attended() {
        return running.attended();
    }

    @Override
    public void progress(double done, @Nullable Double total, String message) {
        running.progress(progressToken, done, total, message);
    }

    @Override
    public void log(String level, JsonNode data) {
        running.log(session::level, level, data);
    }

    @Override
    public boolean can(String capability) {
        return running.streams() && session.can(capability);
    }

    @Override
    public List<ObjectNode> ask(List<Question> questions) throws InterruptedException {
        questions.forEach(question -> Capabilities.require(this::can, question));
        List<ObjectNode> answers = new ArrayList<>();
        for (Question question : questions) {
            answers.add(session.asking().ask(running, question));
        }
        return answers;
    }

    @Override
    public void release() {
        running.release();
    }
}
