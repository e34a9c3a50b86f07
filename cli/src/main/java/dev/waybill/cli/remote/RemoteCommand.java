package dev.waybill.cli.remote;

import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import dev.waybill.cli.command.Options;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.profile.Access;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/// A command that asks a server something: the words it takes, and what it does with them.
public record RemoteCommand(
        String name,
        String summary,
        List<String> examples,
        List<Consumer<CommandSpec>> parameters,
        Runs runs,
        Supplier<List<Command>> further)
        implements Command {

    /// What a command does once its words are understood.
    public interface Deed {
        void run(Session session);
    }

    /// Finds the session for what was given, and does the deed in it.
    public interface Runs {
        void run(Given given);
    }

    public static Draft draft(Terminal terminal, String name, String summary, String example) {
        return new Draft(terminal, name, summary, example, List.of());
    }

    /// The same with commands that may follow its name.
    public RemoteCommand having(Supplier<List<Command>> others) {
        return new RemoteCommand(name, summary, examples, parameters, runs, others);
    }

    @Override
    public List<Command> parts() {
        return further.get();
    }

    @Override
    public void addOptions(CommandSpec spec) {
        parameters.forEach(parameter -> parameter.accept(spec));
        Access.addOptions(spec);
    }

    @Override
    public ExitCode run(Given given) {
        runs.run(given);
        return ExitCode.OK;
    }

    /// A command whose words are still being listed.
    public record Draft(
            Terminal terminal,
            String name,
            String summary,
            String example,
            List<Consumer<CommandSpec>> parameters) {

        public Draft word(String label, String description) {
            return with(spec -> Options.addWord(spec, label, description));
        }

        public Draft words(String label, String description) {
            return with(spec -> Options.addWords(spec, label, description));
        }

        public Draft option(String name, String label, String description) {
            return with(spec -> spec.addOption(Options.text(name, label, description)));
        }

        public Draft options(String name, String label, String description) {
            return with(spec -> spec.addOption(Options.texts(name, label, description)));
        }

        public Draft flag(String name, String description) {
            return with(spec -> spec.addOption(Options.flag(description, name)));
        }

        private Draft with(Consumer<CommandSpec> parameter) {
            return new Draft(
                    terminal,
                    name,
                    summary,
                    example,
                    Stream.concat(parameters.stream(), Stream.of(parameter)).toList());
        }

        public RemoteCommand does(Deed deed) {
            return new RemoteCommand(
                    name,
                    summary,
                    List.of(example),
                    parameters,
                    given -> deed.run(Session.of(terminal, given)),
                    List::of);
        }
    }
}
