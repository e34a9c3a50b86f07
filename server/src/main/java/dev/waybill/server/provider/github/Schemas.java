package dev.waybill.server.provider.github;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import tools.jackson.databind.node.ObjectNode;

/// What the operations take and what they answer, as JSON Schema.
final class Schemas {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);

    private static final String COMMIT =
            """
            {"type":"string","pattern":"^[0-9a-f]{40}$"}""";
    private static final String COMMENTS =
            """
            {"type":"array","maxItems":100,"items":{"type":"object","additionalProperties":false,"required":["path","body","line"],
             "properties":{"path":{"type":"string","minLength":1},"body":{"type":"string","minLength":1},"line":{"type":"integer","minimum":1},
              "side":{"type":"string","enum":["LEFT","RIGHT"]},"startLine":{"type":"integer","minimum":1},
              "startSide":{"type":"string","enum":["LEFT","RIGHT"]}}}}""";

    static final ObjectNode NOTHING =
            schema(
                    """
                    {"type":"object","additionalProperties":false,"properties":{}}""");
    static final ObjectNode BODY =
            schema(
                    """
                    {"type":"object","additionalProperties":false,"required":["body"],"properties":{"body":{"type":"string","minLength":1}}}""");
    static final ObjectNode BODY_TO_COMMENT =
            schema(
                    """
                    {"type":"object","additionalProperties":false,"required":["body","commentId"],
                     "properties":{"body":{"type":"string","minLength":1},"commentId":{"type":"integer","minimum":1}}}""");
    static final ObjectNode CLOSE =
            schema(
                    """
                    {"type":"object","additionalProperties":false,
                     "properties":{"stateReason":{"type":"string","enum":["completed","not_planned","duplicate"]}}}""");
    static final ObjectNode MERGE =
            schema(
                    """
                    {"type":"object","additionalProperties":false,
                     "properties":{"mergeMethod":{"type":"string","enum":["merge","squash","rebase"]},
                      "commitTitle":{"type":"string"},"commitMessage":{"type":"string"},"expectedHeadSha":%s}}"""
                            .formatted(COMMIT));
    static final ObjectNode START_REVIEW =
            schema(
                    """
                    {"type":"object","additionalProperties":false,"properties":{"body":{"type":"string"},"commitId":%s,"comments":%s}}"""
                            .formatted(COMMIT, COMMENTS));
    static final ObjectNode SUBMIT_REVIEW =
            schema(
                    """
                    {"type":"object","additionalProperties":false,"required":["event"],
                     "properties":{"event":{"type":"string","enum":["COMMENT","APPROVE","REQUEST_CHANGES"]},
                      "body":{"type":"string"},"reviewId":{"type":"integer","minimum":1},"commitId":%s,"comments":%s},
                     "if":{"properties":{"event":{"enum":["COMMENT","REQUEST_CHANGES"]}}},
                     "then":{"anyOf":[{"required":["body"],"properties":{"body":{"minLength":1}}},
                      {"required":["comments"]},{"required":["reviewId"]}]}}"""
                            .formatted(COMMIT, COMMENTS));
    static final ObjectNode DISCARD_REVIEW =
            schema(
                    """
                    {"type":"object","additionalProperties":false,"properties":{"reviewId":{"type":"integer","minimum":1}}}""");
    static final ObjectNode ADD_REACTION =
            schema(
                    """
                    {"type":"object","additionalProperties":false,"required":["content"],"properties":{"content":{"type":"string",
                     "enum":["+1","-1","laugh","confused","heart","hooray","rocket","eyes"]}}}""");
    static final ObjectNode REMOVE_REACTION =
            schema(
                    """
                    {"type":"object","additionalProperties":false,"required":["reactionId"],
                     "properties":{"reactionId":{"type":"integer","minimum":1}}}""");

    static final ObjectNode MADE_COMMENT =
            schema(
                    """
                    {"type":"object","required":["providerId"],"properties":{"providerId":{"type":"string"},"url":{"type":"string"}}}""");
    static final ObjectNode MADE_REPLY =
            schema(
                    """
                    {"type":"object","required":["providerId","inReplyToId"],
                     "properties":{"providerId":{"type":"string"},"url":{"type":"string"},"inReplyToId":{"type":"integer"}}}""");
    static final ObjectNode MADE_REVIEW =
            schema(
                    """
                    {"type":"object","required":["reviewId","state"],
                     "properties":{"reviewId":{"type":"integer"},"state":{"type":"string"},"url":{"type":"string"},
                      "submittedAt":{"type":"string"},"alreadySubmitted":{"type":"boolean"}}}""");
    static final ObjectNode MADE_DISCARD =
            schema(
                    """
                    {"type":"object","required":["discarded"],
                     "properties":{"discarded":{"type":"boolean"},"reviewId":{"type":"integer"}}}""");
    static final ObjectNode MADE_MERGE =
            schema(
                    """
                    {"type":"object","required":["merged"],
                     "properties":{"merged":{"type":"boolean"},"sha":{"type":"string"},"alreadyMerged":{"type":"boolean"}}}""");
    static final ObjectNode MADE_STATE =
            schema(
                    """
                    {"type":"object","required":["state"],"properties":{"state":{"type":"string"},"url":{"type":"string"}}}""");
    static final ObjectNode MADE_REACTION =
            schema(
                    """
                    {"type":"object","required":["reactionId","content","created"],
                     "properties":{"reactionId":{"type":"integer"},"content":{"type":"string"},"created":{"type":"boolean"}}}""");
    static final ObjectNode MADE_REMOVAL =
            schema(
                    """
                    {"type":"object","required":["reactionId","removed"],
                     "properties":{"reactionId":{"type":"integer"},"removed":{"type":"boolean"}}}""");

    private Schemas() {}

    private static ObjectNode schema(String text) {
        return (ObjectNode) JSON.tree(text);
    }
}
