package dev.waybill.server.action;

import dev.waybill.protocol.action.ActionError;
import dev.waybill.protocol.action.ActionErrorCode;
import dev.waybill.protocol.action.PolicyAnswer;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.action.InvocationTable.End;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Caller;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Puts calls on record that came to nothing. A refusal undoes the transaction of its call, so this is done in one of its
/// own.
final class RefusedCalls {
    private static final int LONGEST_NAME = 128;

    /// Of what was refused only so much input is kept.
    private static final int MOST_INPUT = 64 << 10;

    private final Ground ground;
    private final InvocationTable invocations;
    private final Notices notices;

    RefusedCalls(Ground ground, InvocationTable invocations, Notices notices) {
        this.ground = ground;
        this.invocations = invocations;
        this.notices = notices;
    }

    /// The same refusal, naming the invocation that is on record for it. Not everything that is refused is a call.
    Refusal recorded(Caller.Agent caller, Ask ask, Refusal refusal) {
        return code(refusal)
                .filter(_ -> ask.action().length() <= LONGEST_NAME)
                .map(code -> recorded(caller, ask, refusal, code))
                .orElse(refusal);
    }

    /// The refusal as the answer to a question what would happen.
    static PolicyAnswer answer(Refusal refusal) {
        return new PolicyAnswer(
                false,
                code(refusal).orElse(ActionErrorCode.HANDLER_FAILED),
                refusal.detail(),
                refusal.facts().rule(),
                refusal.facts().details());
    }

    private Refusal recorded(Caller.Agent caller, Ask ask, Refusal refusal, ActionErrorCode code) {
        boolean again = code == ActionErrorCode.HANDLER_FAILED;
        ActionError error =
                new ActionError(code, refusal.detail(), refusal.facts().details(), again);
        InvocationId id =
                ground.database().write(tx -> record(tx, caller, ask, Result.failed(error)));
        return new Refusal(
                refusal.reason(),
                refusal.detail(),
                refusal.facts().recorded(error.retryable(), id.value()));
    }

    private InvocationId record(Tx tx, Caller.Agent caller, Ask ask, Result result) {
        Instant now = ground.clock().instant();
        KeptInvocation kept =
                KeptInvocation.refused(
                        ground.invocationId(), caller, ask.action(), kept(ask.input()), now);
        invocations.insert(tx, kept);
        invocations.settle(tx, kept.id(), new End(result, now, 0));
        notices.refused(tx, caller, kept, result, now);
        return kept.id();
    }

    private static JsonNode kept(JsonNode input) {
        return input.toString().length() <= MOST_INPUT ? input : Json.emptyObject();
    }

    /// What the envelope calls it; nothing for what says more about the request than about the action.
    private static Optional<ActionErrorCode> code(Refusal refusal) {
        return switch (refusal.reason()) {
            case ACTION_NOT_FOUND, NODE_NOT_FOUND, AGENT_NOT_FOUND ->
                    Optional.of(ActionErrorCode.NOT_FOUND);
            case ACTION_DENIED -> Optional.of(ActionErrorCode.PERMISSION_DENIED);
            case VALIDATION_FAILED, INVALID_REQUEST, INVALID_RELEASE_REQUEST ->
                    Optional.of(ActionErrorCode.VALIDATION_FAILED);
            case HANDLER_UNAVAILABLE,
                    NODE_DISPATCH_UNAVAILABLE,
                    CAPABILITY_MISMATCH,
                    PLACEMENT_SELF_UNAVAILABLE ->
                    Optional.of(ActionErrorCode.HANDLER_FAILED);
            default -> Optional.empty();
        };
    }
}
