package dev.waybill.server.mcp.tool;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.mcp.Outcome;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Why a tool could not do what was asked, in words for the model, with what to do about it.
final class ToolFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final String detail;
    private final String advice;

    ToolFault(String code, String detail, String advice) {
        super(code + ": " + detail, null, false, false);
        this.code = code;
        this.detail = detail;
        this.advice = advice;
    }

    static ToolFault of(Problem problem) {
        return new ToolFault(problem.code().wire(), problem.detail(), Advice.on(problem.code()));
    }

    /// The arguments are not what the tool takes.
    static ToolFault argument(String detail) {
        return new ToolFault(
                ErrorCode.INVALID_REQUEST.wire(), detail, Advice.on(ErrorCode.INVALID_REQUEST));
    }

    /// A tool that promises a shape of its data gives none when it fails: hosts hold it to that.
    Outcome outcome(boolean withData) {
        ObjectNode structured = Json.emptyObject();
        structured
                .putObject("error")
                .put("code", code)
                .put("message", detail)
                .put("advice", advice);
        ObjectNode text =
                Json.emptyObject()
                        .put("type", "text")
                        .put("text", (code + ": " + sentence(detail) + " " + advice).strip());
        return new Outcome(List.of(text), withData ? structured : null, true);
    }

    private static String sentence(String words) {
        return words.endsWith(".") || words.endsWith("?") ? words : words + ".";
    }
}
