package dev.waybill.cli.network;

import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.CommandGroup;
import dev.waybill.cli.command.Terminal;
import java.time.InstantSource;
import java.util.List;

/// `waybill network …`: what peers that nobody trusts send.
public record NetworkCommands(Terminal terminal, InstantSource clock) implements CommandGroup {
    @Override
    public String name() {
        return "network";
    }

    @Override
    public String summary() {
        return "See to the messages of the agent network.";
    }

    @Override
    public List<Command> parts() {
        return List.of(new ValidateCommand(terminal, clock));
    }
}
