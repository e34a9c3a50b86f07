package dev.waybill.protocol.network;

import dev.waybill.protocol.network.json.ObjectText;
import dev.waybill.protocol.network.json.RawJson;
import dev.waybill.protocol.network.text.Blanks;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How something is done, written to be handed on; its digest says that nothing was changed on the way.
public record CapabilityDocument(
        String id,
        String summary,
        String outcome,
        @Nullable String version,
        String digest,
        List<String> contextNeeded,
        List<String> artifactsExpected,
        List<String> executionOutline,
        List<String> constraints,
        List<String> examples,
        List<String> requirements) {
    public CapabilityDocument {
        contextNeeded = List.copyOf(contextNeeded);
        artifactsExpected = List.copyOf(artifactsExpected);
        executionOutline = List.copyOf(executionOutline);
        constraints = List.copyOf(constraints);
        examples = List.copyOf(examples);
        requirements = List.copyOf(requirements);
    }

    /// The same with the digest it should have.
    public CapabilityDocument digested() {
        return new CapabilityDocument(
                id,
                summary,
                outcome,
                version,
                computedDigest(),
                contextNeeded,
                artifactsExpected,
                executionOutline,
                constraints,
                examples,
                requirements);
    }

    public boolean intact() {
        return computedDigest().equals(Blanks.trim(digest));
    }

    public String computedDigest() {
        return "sha256:" + Sha256.hex(preimage().text());
    }

    /// What the digest is made of: everything but itself, trimmed, with the requirements in order.
    public RawJson preimage() {
        ObjectText text =
                new ObjectText()
                        .put("id", Blanks.trim(id))
                        .put("summary", Blanks.trim(summary))
                        .put("outcome", Blanks.trim(outcome))
                        .putSome("version", Blanks.present(version));
        return lists(
                        text,
                        trimmed(contextNeeded),
                        trimmed(artifactsExpected),
                        trimmed(executionOutline),
                        trimmed(constraints),
                        trimmed(examples),
                        trimmed(requirements).stream().sorted(CapabilityDocument::byBytes).toList())
                .done();
    }

    RawJson body() {
        ObjectText text =
                new ObjectText()
                        .put("id", id)
                        .put("summary", summary)
                        .put("outcome", outcome)
                        .putSome("version", version)
                        .put("digest", digest);
        lists(
                text,
                contextNeeded,
                artifactsExpected,
                executionOutline,
                constraints,
                examples,
                requirements);
        return new ObjectText().put("capability", text.done()).done();
    }

    private static ObjectText lists(
            ObjectText text,
            List<String> context,
            List<String> artifacts,
            List<String> outline,
            List<String> limits,
            List<String> samples,
            List<String> needs) {
        return text.putSome("context_needed", context)
                .putSome("artifacts_expected", artifacts)
                .putSome("execution_outline", outline)
                .putSome("constraints", limits)
                .putSome("examples", samples)
                .putSome("requirements", needs);
    }

    private static List<String> trimmed(List<String> items) {
        return items.stream().map(Blanks::present).filter(Objects::nonNull).toList();
    }

    /// In the order of UTF-8, which is the order of code points.
    private static int byBytes(String one, String other) {
        int[] left = one.codePoints().toArray();
        int[] right = other.codePoints().toArray();
        return java.util.Arrays.compare(left, right);
    }
}
