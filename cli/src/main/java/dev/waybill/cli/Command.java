package dev.waybill.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// One command: what it is called, what it is for, and what it does.
interface Command {
    String name();

    String summary();

    /// Complete command lines that a reader may try.
    List<String> examples();

    /// Adds the options that only this command has.
    default void addOptions(CommandSpec spec) {}

    /// Whether people are told of it.
    default boolean hidden() {
        return false;
    }

    /// Throws a [CommandFailure] when it cannot do what was asked.
    ExitCode run(Given given);
}
