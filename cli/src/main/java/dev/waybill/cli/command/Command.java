package dev.waybill.cli.command;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// One command: what it is called, what it is for, and what it does.
public interface Command {
    String name();

    String summary();

    /// Complete command lines that a reader may try.
    List<String> examples();

    /// Adds the options that only this command has.
    default void addOptions(CommandSpec spec) {}

    /// The commands that may follow its name, such as `create` after `channel`. Made when asked for: most runs never do.
    default List<Command> parts() {
        return List.of();
    }

    /// Whether people are told of it.
    default boolean hidden() {
        return false;
    }

    /// What it may tell the shell.
    default List<ExitCode> exitCodes() {
        return ExitCode.USUAL;
    }

    /// What it tells the shell when its words were not understood.
    default ExitCode misunderstood() {
        return ExitCode.USAGE;
    }

    /// Throws a [CommandFailure] when it cannot do what was asked.
    ExitCode run(Given given);
}
