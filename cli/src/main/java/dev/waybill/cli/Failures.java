package dev.waybill.cli;

import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import dev.waybill.cli.command.Options;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.command.Terminal.Colour;
import java.net.BindException;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Tells the person at the terminal why a command failed, in words; the stack trace only on request.
final class Failures {
    private final Terminal terminal;

    Failures(Terminal terminal) {
        this.terminal = terminal;
    }

    ExitCode failed(RuntimeException thrown, Given given) {
        CommandFailure failure = explained(thrown);
        failure.reasons().forEach(this::complain);
        if (given.has(Options.VERBOSE)) {
            thrown.printStackTrace(terminal.err());
        }
        if (given.json()) {
            printJson(failure.exitCode(), failure.reasons());
        }
        return failure.exitCode();
    }

    /// Whether JSON is wanted cannot be asked of words that were not understood, so the caller says it.
    ExitCode misunderstood(ParameterException thrown, boolean json, ExitCode exitCode) {
        String reason = String.valueOf(thrown.getMessage());
        complain(reason);
        CommandLine command = thrown.getCommandLine();
        UnmatchedArgumentException.printSuggestions(thrown, command.getErr());
        terminal.err().println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        if (json) {
            printJson(exitCode, List.of(reason));
        }
        return exitCode;
    }

    private void printJson(ExitCode exitCode, List<String> reasons) {
        terminal.printJson(new Failed(new Failed.Fault(exitCode, reasons)));
    }

    private void complain(String reason) {
        terminal.err().println(terminal.paint(Colour.RED, "waybill: ") + reason);
    }

    private static CommandFailure explained(RuntimeException thrown) {
        if (thrown instanceof CommandFailure failure) {
            return failure;
        }
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException && chain(thrown).contains("in use")) {
                return new CommandFailure(ExitCode.PORT_IN_USE, List.of(chain(thrown)), thrown);
            }
        }
        return new CommandFailure(ExitCode.FAILURE, List.of(chain(thrown)), thrown);
    }

    /// The messages of an exception and its causes, outermost first, each said once.
    private static String chain(Throwable thrown) {
        StringBuilder text = new StringBuilder();
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            String message =
                    cause.getMessage() == null
                            ? cause.getClass().getSimpleName()
                            : cause.getMessage();
            if (text.indexOf(message) < 0) {
                text.append(text.isEmpty() ? "" : ": ").append(message);
            }
        }
        return text.toString();
    }

    /// The JSON document of a command that failed.
    record Failed(Fault error) {
        record Fault(String code, int exitCode, List<String> messages) {
            Fault(ExitCode exitCode, List<String> messages) {
                this(exitCode.name().toLowerCase(Locale.ROOT), exitCode.code(), messages);
            }
        }
    }
}
