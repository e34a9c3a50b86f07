package dev.waybill.protocol.network;

import dev.waybill.protocol.wire.WireWord;
import java.util.Arrays;
import java.util.Optional;

/// What a unit of work is, and what may become of it. What has ended never begins again.
public enum WorkState implements WireWord {
    SUBMITTED("submitted"),
    WORKING("working"),
    NEEDS_INPUT("needs_input"),
    COMPLETED("completed"),
    FAILED("failed"),
    CANCELED("canceled");

    private final String wire;

    WorkState(String wire) {
        this.wire = wire;
    }

    public static Optional<WorkState> of(String word) {
        return Arrays.stream(values()).filter(state -> state.wire.equals(word)).findFirst();
    }

    @Override
    public String wire() {
        return wire;
    }

    public boolean terminal() {
        return switch (this) {
            case SUBMITTED, WORKING, NEEDS_INPUT -> false;
            case COMPLETED, FAILED, CANCELED -> true;
        };
    }

    /// What the event makes of work in this state.
    public Change after(Event event) {
        if (terminal()) {
            return new Change.Closed();
        }
        return switch (event) {
            case SPEAK -> this == NEEDS_INPUT ? new Change.Moved(WORKING) : new Change.Same();
            case SUBMIT -> new Change.Illegal();
            case WORK -> to(WORKING);
            case ASK -> to(NEEDS_INPUT);
            case COMPLETE -> to(COMPLETED);
            case FAIL, REJECT -> to(FAILED);
            case CANCEL, CALL_OFF -> to(CANCELED);
            case NOTE -> new Change.Same();
        };
    }

    private Change to(WorkState next) {
        return next == this ? new Change.Same() : new Change.Moved(next);
    }

    /// What happens to work.
    public enum Event {
        /// `say`, `direct` or `capability`.
        SPEAK,
        /// `trace` submitted, which nobody may say of open work.
        SUBMIT,
        /// `trace` working.
        WORK,
        /// `trace` needs_input.
        ASK,
        /// `trace` completed.
        COMPLETE,
        /// `trace` failed.
        FAIL,
        /// `trace` canceled.
        CANCEL,
        /// `receipt` accepted, duplicate, expired or unsupported.
        NOTE,
        /// `receipt` rejected.
        REJECT,
        /// `receipt` canceled.
        CALL_OFF;

        public static Event of(Content.Placed content) {
            return switch (content) {
                case Content.Say _, Content.Direct _, Content.Offer _ -> SPEAK;
                case Content.Trace trace -> of(trace.progress().state());
                case Content.Receipt receipt -> of(receipt.admission());
            };
        }

        private static Event of(WorkState state) {
            return switch (state) {
                case SUBMITTED -> SUBMIT;
                case WORKING -> WORK;
                case NEEDS_INPUT -> ASK;
                case COMPLETED -> COMPLETE;
                case FAILED -> FAIL;
                case CANCELED -> CANCEL;
            };
        }

        private static Event of(Admission admission) {
            return switch (admission) {
                case Admission.Accepted _,
                        Admission.Duplicate _,
                        Admission.Expired _,
                        Admission.Unsupported _ ->
                        NOTE;
                case Admission.Rejected _ -> REJECT;
                case Admission.Canceled _ -> CALL_OFF;
            };
        }
    }

    /// What became of the state.
    public sealed interface Change {
        record Moved(WorkState to) implements Change {}

        /// Unchanged; the message is delivered all the same.
        record Same() implements Change {}

        /// No such step from here: an application's mistake.
        record Illegal() implements Change {}

        /// The work has ended.
        record Closed() implements Change {}
    }
}
