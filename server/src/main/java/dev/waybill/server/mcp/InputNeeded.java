package dev.waybill.server.mcp;

import java.util.List;

/// Ends a call of the stateless line that needs answers of the host first.
final class InputNeeded extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Question> questions;

    InputNeeded(List<Question> questions) {
        super("the host is asked first", null, false, false);
        this.questions = List.copyOf(questions);
    }

    List<Question> questions() {
        return questions;
    }
}
