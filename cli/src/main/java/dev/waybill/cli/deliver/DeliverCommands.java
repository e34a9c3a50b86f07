package dev.waybill.cli.deliver;

import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.CommandGroup;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Terminal;
import java.util.List;
import java.util.stream.Stream;

/// `waybill deliver …`: answer where a message came from.
public record DeliverCommands(Terminal terminal) implements CommandGroup {
    @Override
    public String name() {
        return "deliver";
    }

    @Override
    public String summary() {
        return "Answer where a message came from, and see what became of it.";
    }

    @Override
    public List<Command> parts() {
        return Stream.concat(
                        new CallCommands(terminal).all().stream(),
                        new AttemptCommands(terminal).all().stream())
                .<Command>map(Part::new)
                .toList();
    }

    @Override
    public List<ExitCode> exitCodes() {
        return ExitCode.OF_DELIVER;
    }

    @Override
    public ExitCode misunderstood() {
        return ExitCode.DELIVER_MISUSED;
    }
}
