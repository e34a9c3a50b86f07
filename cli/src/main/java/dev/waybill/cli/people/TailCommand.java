package dev.waybill.cli.people;

import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import dev.waybill.cli.command.Options;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.profile.Access;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.tail.Event;
import dev.waybill.cli.tail.EventFilter;
import dev.waybill.cli.tail.EventText;
import dev.waybill.cli.tail.Tail;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/// `waybill tail`: shows what happens in a workspace while it happens.
public record TailCommand(Terminal terminal) implements Command {
    private static final String SINCE = "--since";
    private static final String TYPE = "--type";
    private static final String CHANNEL = "--channel";
    private static final String AGENT = "--agent";
    private static final String COUNT = "--count";

    @Override
    public String name() {
        return "tail";
    }

    @Override
    public String summary() {
        return "Show what happens in the workspace while it happens, until Ctrl-C.";
    }

    @Override
    public List<String> examples() {
        return List.of(
                "waybill tail",
                "waybill tail --channel general --type 'message.*'",
                "waybill tail --since 0 --json");
    }

    @Override
    public void addOptions(CommandSpec spec) {
        spec.addOption(
                Options.text(SINCE, "seq", "Begin after this number; 0 begins at the start."));
        spec.addOption(
                Options.texts(
                        TYPE,
                        "type",
                        "Only events of this type, such as 'message.*' or thread.reply."));
        spec.addOption(Options.texts(CHANNEL, "name", "Only events in this channel."));
        spec.addOption(Options.texts(AGENT, "name", "Only events about this agent."));
        spec.addOption(Options.text(COUNT, "number", "End after so many events."));
        Access.addOptions(spec);
    }

    @Override
    public ExitCode run(Given given) {
        Access access = new Access(given, terminal);
        EventFilter filter =
                EventFilter.of(given.values(TYPE), given.values(CHANNEL), given.values(AGENT));
        long wanted = number(given, COUNT).orElse(Long.MAX_VALUE);
        Output output = new Output(terminal, filter, wanted, line(given));
        Tail tail = new Tail(access.url(), access.owner(), this::note);
        OptionalLong since = number(given, SINCE);
        endingQuietly(() -> tail.follow(since, output::take));
        return ExitCode.OK;
    }

    private Function<Event, String> line(Given given) {
        if (given.json()) {
            Json json = new Json(JsonLimits.STORED);
            return event -> json.text(event.body());
        }
        return new EventText(terminal)::line;
    }

    /// Ctrl-C is how this command is meant to end, so it is no failure.
    private void endingQuietly(Runnable work) {
        Thread end =
                new Thread(
                        () -> {
                            terminal.out().flush();
                            Runtime.getRuntime().halt(ExitCode.OK.code());
                        },
                        "waybill-stop");
        Runtime.getRuntime().addShutdownHook(end);
        try {
            work.run();
        } finally {
            Runtime.getRuntime().removeShutdownHook(end);
        }
    }

    private void note(String text) {
        terminal.err().println("waybill: " + text);
    }

    private static OptionalLong number(Given given, String option) {
        try {
            return given.value(option).stream().mapToLong(Long::parseLong).findFirst();
        } catch (NumberFormatException _) {
            throw Session.misused(option + " takes a number");
        }
    }

    /// Prints the events that are wanted and counts them.
    private static final class Output {
        private final Terminal terminal;
        private final EventFilter filter;
        private final Function<Event, String> line;
        private long left;

        Output(Terminal terminal, EventFilter filter, long wanted, Function<Event, String> line) {
            this.terminal = terminal;
            this.filter = filter;
            this.line = line;
            this.left = wanted;
        }

        /// Whether more is wanted. Nobody is left to want it once the reading end of a pipe is closed.
        boolean take(Event event) {
            if (filter.matches(event)) {
                terminal.print(line.apply(event));
                left--;
            }
            return left > 0 && !terminal.out().checkError();
        }
    }
}
