package dev.waybill.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A command that could not do what was asked; its reasons are for the person who typed it.
final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitCode exitCode;
    private final transient List<String> reasons;

    CommandFailure(ExitCode exitCode, List<String> reasons, @Nullable Throwable cause) {
        super(String.join("\n", reasons), cause);
        this.exitCode = exitCode;
        this.reasons = List.copyOf(reasons);
    }

    CommandFailure(ExitCode exitCode, String reason) {
        this(exitCode, List.of(reason), null);
    }

    ExitCode exitCode() {
        return exitCode;
    }

    List<String> reasons() {
        return reasons;
    }
}
