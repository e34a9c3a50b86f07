package dev.waybill.cli.network;

import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.CommandGroup;
import java.util.List;
import java.util.function.Supplier;

/// A name below `waybill network` that one of its parts has to follow.
record Group(String name, String summary, Supplier<List<Command>> members) implements CommandGroup {
    @Override
    public String path() {
        return "network " + name;
    }

    @Override
    public List<Command> parts() {
        return members.get();
    }
}
