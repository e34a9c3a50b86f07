package dev.waybill.cli.network;

import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.CommandGroup;
import dev.waybill.cli.command.Terminal;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

/// `waybill network …`: talk to peers that nobody trusts, and see what they sent.
public record NetworkCommands(Terminal terminal, InstantSource clock) implements CommandGroup {
    @Override
    public String name() {
        return "network";
    }

    @Override
    public String summary() {
        return "Talk to peers on the agent network, and see what they sent.";
    }

    @Override
    public List<Command> parts() {
        return Stream.of(
                        new OverviewCommands(terminal).all(),
                        new MemberCommands(terminal).all(),
                        List.of(new SendCommand(terminal, clock), InboxCommand.of(terminal)),
                        new ConversationCommands(terminal).all(),
                        List.of(
                                new AuditCommands(terminal, clock).audit(),
                                new KeyCommands(terminal).keys(),
                                new ValidateCommand(terminal, clock)))
                .flatMap(List::stream)
                .toList();
    }
}
