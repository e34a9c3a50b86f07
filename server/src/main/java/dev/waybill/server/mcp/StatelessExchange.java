package dev.waybill.server.mcp;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The host of a stateless request: what it is asked it answers by asking anew, with the answers.
final class StatelessExchange implements Exchange {
    private final Running running;
    private final RequestMeta meta;
    private final ObjectNode answers;

    StatelessExchange(Running running, RequestMeta meta, ObjectNode answers) {
        this.running = running;
        this.meta = meta;
        this.answers = answers;
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
        running.progress(meta.progressToken(), done, total, message);
    }

    @Override
    public void log(String level, JsonNode data) {
        running.log(meta::level, level, data);
    }

    @Override
    public boolean can(String capability) {
        return meta.can(capability);
    }

    @Override
    public List<ObjectNode> ask(List<Question> questions) {
        questions.forEach(question -> Capabilities.require(this::can, question));
        List<Question> missing =
                questions.stream().filter(question -> !answers.has(question.key())).toList();
        if (!missing.isEmpty()) {
            throw new InputNeeded(missing);
        }
        return questions.stream().map(question -> Params.object(answers, question.key())).toList();
    }

    /// A host cannot come back for the rest of a stream here.
    @Override
    public void release() {}
}
