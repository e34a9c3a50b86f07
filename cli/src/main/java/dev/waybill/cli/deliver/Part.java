package dev.waybill.cli.deliver;

import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// One of the commands below `deliver`, with the exit codes that all of them share.
record Part(Command command) implements Command {
    @Override
    public String name() {
        return command.name();
    }

    @Override
    public String summary() {
        return command.summary();
    }

    @Override
    public List<String> examples() {
        return command.examples();
    }

    @Override
    public void addOptions(CommandSpec spec) {
        command.addOptions(spec);
    }

    @Override
    public List<ExitCode> exitCodes() {
        return ExitCode.OF_DELIVER;
    }

    @Override
    public ExitCode run(Given given) {
        try {
            return command.run(given);
        } catch (CommandFailure e) {
            throw new CommandFailure(own(e.exitCode()), e.reasons(), e);
        }
    }

    private static ExitCode own(ExitCode code) {
        return switch (code) {
            case OK,
                    DELIVER_MISUSED,
                    DELIVER_REJECTED,
                    DELIVER_FAILED,
                    DELIVER_UNKNOWN,
                    DELIVER_UNREACHABLE ->
                    code;
            case USAGE, CONFIGURATION -> ExitCode.DELIVER_MISUSED;
            case UNREACHABLE -> ExitCode.DELIVER_UNREACHABLE;
            case NOT_AUTHORISED -> ExitCode.DELIVER_REJECTED;
            case FAILURE, DATA_IN_USE, PORT_IN_USE -> ExitCode.DELIVER_FAILED;
        };
    }
}
