package dev.waybill.sdk;

import dev.waybill.protocol.action.ActionError;
import dev.waybill.protocol.id.InvocationId;
import java.util.Map;

/// How a call of an action ended. Every call ends in one of these, refused ones too.
///
/// ```java
/// record Query(String text) {}
/// record Shown(boolean displayed) {}
/// switch (agent.actions().invoke("ui.show", new Query("bugs"), Shown.class)) {
///     case ActionResult.Completed<Shown> done -> System.out.println(done.output().displayed());
///     case ActionResult.Failed<Shown> failed ->
///             System.err.println(failed.error().code() + " " + failed.error().message());
/// }
/// ```
public sealed interface ActionResult<O> {
    String action();

    InvocationId invocationId();

    boolean ok();

    /// What came out; a [RelayException] with the error's code where nothing did.
    O orElseThrow();

    /// The action was done.
    record Completed<O>(
            String action, InvocationId invocationId, O output, Map<String, Object> metadata)
            implements ActionResult<O> {
        public Completed {
            metadata = Metadata.copy(metadata);
        }

        @Override
        public boolean ok() {
            return true;
        }

        @Override
        public O orElseThrow() {
            return output;
        }
    }

    /// It was not.
    record Failed<O>(String action, InvocationId invocationId, ActionError error)
            implements ActionResult<O> {
        @Override
        public boolean ok() {
            return false;
        }

        @Override
        public O orElseThrow() {
            throw new RelayException(
                    error.code().wire(),
                    action + " (" + invocationId + "): " + error.message(),
                    Boolean.TRUE.equals(error.retryable()));
        }
    }
}
