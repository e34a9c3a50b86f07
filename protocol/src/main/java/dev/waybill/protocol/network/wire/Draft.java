package dev.waybill.protocol.network.wire;

import dev.waybill.protocol.network.Flaw;
import dev.waybill.protocol.network.json.RawJson;
import dev.waybill.protocol.network.json.Tree;
import dev.waybill.protocol.network.text.Blanks;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An envelope decoded into its types, and nothing checked yet.
record Draft(
        Claim claim,
        @Nullable Tree body,
        Tree.@Nullable Members proof,
        Tree.@Nullable Members extensions,
        Map<String, RawJson> ext) {
    static final String INTERACTION_ID = "interaction_id";

    static Draft of(Tree.Members object) {
        Fields fields = new Fields(object, "", Flaw.INVALID_ENVELOPE);
        Long ts = fields.whole("ts");
        Claim claim =
                new Claim(
                        Blanks.present(fields.required("protocol")),
                        Blanks.present(fields.required("id")),
                        Blanks.present(fields.required("workspace_id")),
                        Blanks.present(fields.required("kind")),
                        Blanks.present(fields.required("channel")),
                        fields.trimmed("surface"),
                        fields.trimmed("thread_id"),
                        fields.trimmed("direct_id"),
                        Blanks.present(fields.required("from")),
                        fields.trimmed("to"),
                        fields.trimmed("work_id"),
                        object.has(INTERACTION_ID) ? fields.trimmed(INTERACTION_ID) : null,
                        fields.trimmed("reply_to"),
                        fields.trimmed("trace_id"),
                        fields.trimmed("causation_id"),
                        ts == null ? 0 : ts,
                        fields.whole("expires_at"));
        return new Draft(
                claim,
                object.last("body"),
                fields.object("proof"),
                fields.object("ext"),
                fields.map("ext"));
    }

    /// What a document without any field says.
    static Draft empty() {
        return of(new Tree.Members(Tree.read("{}").span(), java.util.List.of()));
    }
}
