package dev.waybill.protocol.network.prompt;

import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.text.Shown;
import dev.waybill.protocol.network.text.Stems;
import dev.waybill.protocol.wire.WireWord;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Signs that a message tries to steer the session that reads it. A heuristic for the operator's eyes: nothing is
/// dropped for it, and nothing is safe for the lack of it.
public enum Suspicion implements WireWord {
    /// It tells the reader to forget what it was told.
    INSTRUCTION_OVERRIDE(
            "instruction_override",
            "\\b(?:ignore|disregard|forget|override|bypass)\\b[^.\\n]{0,40}\\b(?:instruction|rule|prompt|polic|guardrail|safety)",
            "ignore,disregard,forget,override,bypass"),
    /// It speaks as the system, the developer or the operator.
    ROLE_IMPERSONATION(
            "role_impersonation",
            "(?m)^\\s{0,8}(?:system|developer|assistant|operator)\\s{0,4}:|<\\s{0,4}/?\\s{0,4}(?:system|developer|assistant)\\s{0,4}>"
                    + "|\\byou are now\\b|\\bnew system prompt\\b",
            "system,developer,assistant,operator,you are now"),
    /// It asks for rights or for approval to be skipped.
    PERMISSION_ESCALATION(
            "permission_escalation",
            "\\b(?:grant|give|allow|escalate|enable)\\b[^.\\n]{0,40}\\b(?:permission|privilege|access|admin|sudo|root|rights)\\b"
                    + "|\\bauto[- ]?approve|\\bwithout (?:asking|approval|confirmation)\\b|--dangerously-|\\bsudo\\s",
            "permission,privilege,access,admin,sudo,root,rights,approv,without ,--dangerously-"),
    /// It asks for secrets.
    SECRET_REQUEST(
            "secret_request",
            "\\b(?:send|show|print|reveal|share|paste|leak)\\b[^.\\n]{0,40}\\b(?:api[-_ ]?key|token|password|secret|credential|private key|system prompt|\\.env)",
            "key,token,password,secret,credential,system prompt,.env"),
    /// It imitates the wrapper that it comes in.
    WRAPPER_FORGERY(
            "wrapper_forgery",
            "</?\\s{0,4}network-(?:message|preview|body)|trust\\s{0,4}=\\s{0,4}[\"']",
            "network-,trust"),
    /// It holds characters that nobody sees.
    HIDDEN_TEXT("hidden_text", "", "");

    private static final int MOST_HIDDEN = 3;
    private static final Map<Suspicion, Stems> STEMS =
            Arrays.stream(values())
                    .collect(
                            Collectors.toMap(
                                    each -> each,
                                    each ->
                                            each.stems.isEmpty()
                                                    ? new Stems()
                                                    : new Stems(each.stems.split(","))));

    private final String wire;
    private final String stems;
    private final Pattern pattern;

    /// @param stems words without one of which the pattern finds nothing
    Suspicion(String wire, String pattern, String stems) {
        this.wire = wire;
        this.stems = stems;
        this.pattern = Pattern.compile(pattern, Pattern.CASE_INSENSITIVE);
    }

    @Override
    public String wire() {
        return wire;
    }

    /// What is suspicious about the words of the envelope and about the ids its sender chose.
    public static Set<Suspicion> of(Envelope envelope) {
        String words = words(envelope.content());
        Set<Suspicion> found = EnumSet.noneOf(Suspicion.class);
        for (Suspicion suspicion : values()) {
            if (suspicion.in(words) || suspicion.in(envelope.id().value())) {
                found.add(suspicion);
            }
        }
        return found;
    }

    private boolean in(String text) {
        return this == HIDDEN_TEXT
                ? Shown.hidden(text) > MOST_HIDDEN
                : Objects.requireNonNull(STEMS.get(this)).in(text) && pattern.matcher(text).find();
    }

    private static String words(Content content) {
        return switch (content) {
            case Content.Say(var _, var _, var speech) -> speech.text();
            case Content.Direct(var _, var _, var speech) -> speech.text();
            case Content.Receipt(var _, var _, var admission) ->
                    Objects.requireNonNullElse(admission.detail(), "");
            case Content.Trace(var _, var _, var progress) ->
                    Objects.requireNonNullElse(progress.message(), "") + "\n" + progress.result();
            case Content.Greet _,
                    Content.WhoisRequest _,
                    Content.WhoisResponse _,
                    Content.Offer _ ->
                    content.body().text();
        };
    }
}
