package dev.waybill.cli.command;

import java.util.List;
import java.util.stream.Collectors;

/// A name that does nothing by itself, such as `channel`: one of its parts has to follow.
public interface CommandGroup extends Command {
    /// Its name with those that come before it.
    default String path() {
        return name();
    }

    @Override
    default List<String> examples() {
        return parts().stream().flatMap(part -> part.examples().stream()).toList();
    }

    @Override
    default ExitCode run(Given given) {
        throw new CommandFailure(
                ExitCode.USAGE,
                "'waybill %s' needs one of these after it: %s; see 'waybill %s --help'"
                        .formatted(
                                path(),
                                parts().stream()
                                        .map(Command::name)
                                        .collect(Collectors.joining(", ")),
                                path()));
    }
}
