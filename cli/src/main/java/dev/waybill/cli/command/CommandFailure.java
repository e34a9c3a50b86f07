package dev.waybill.cli.command;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A command that could not do what was asked; its reasons are for the person who typed it.
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitCode exitCode;
    private final transient List<String> reasons;

    public CommandFailure(ExitCode exitCode, List<String> reasons, @Nullable Throwable cause) {
        super(String.join("\n", reasons), cause);
        this.exitCode = exitCode;
        this.reasons = List.copyOf(reasons);
    }

    public CommandFailure(ExitCode exitCode, String reason) {
        this(exitCode, List.of(reason), null);
    }

    public ExitCode exitCode() {
        return exitCode;
    }

    public List<String> reasons() {
        return reasons;
    }
}
