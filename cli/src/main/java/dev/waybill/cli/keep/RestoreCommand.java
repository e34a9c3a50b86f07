package dev.waybill.cli.keep;

import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import dev.waybill.cli.command.Options;
import dev.waybill.cli.command.Terminal;
import dev.waybill.server.backup.BackupException;
import dev.waybill.server.backup.Manifest;
import dev.waybill.server.backup.Restore;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.store.StoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/// `waybill restore`: puts a backup into a data folder, once it is proved to be whole and sound.
public record RestoreCommand(Terminal terminal) implements Command {
    private static final String FORCE = "--force";

    @Override
    public String name() {
        return "restore";
    }

    @Override
    public String summary() {
        return "Put a backup into a data folder, after checking that it is whole and sound.";
    }

    @Override
    public List<String> examples() {
        return List.of(
                "waybill restore relay.zip --data ./relay-data",
                "waybill restore relay.zip --data ./relay-data --force ./relay-data");
    }

    @Override
    public void addOptions(CommandSpec spec) {
        Options.addWord(spec, "archive", "A file that 'waybill backup' has written.");
        spec.addOption(
                Options.text(
                        FORCE,
                        "folder",
                        "Set aside what is in the data folder; it has to be named here once more."));
        Options.addSettings(spec);
    }

    @Override
    public ExitCode run(Given given) {
        Config config = Options.config(given, terminal.environment()).config();
        if (config.store().database() instanceof DatabaseTarget.Postgres) {
            throw new CommandFailure(
                    ExitCode.FAILURE,
                    "backups are of SQLite; what pg_dump has written is put back by pg_restore");
        }
        Path archive = Path.of(given.word("archive"));
        if (!Files.isRegularFile(archive)) {
            throw new CommandFailure(ExitCode.FAILURE, "there is no file " + archive);
        }
        Path data = config.server().data();
        Restore.Restored restored = restore(archive, data, forced(given, data));
        if (given.json()) {
            terminal.printJson(Report.of(archive, restored, data));
        } else {
            terminal.print(text(restored, data));
        }
        return ExitCode.OK;
    }

    private static boolean forced(Given given, Path data) {
        String named = given.value(FORCE).orElse(null);
        if (named != null && !same(Path.of(named), data)) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "%s names %s, but the data folder is %s".formatted(FORCE, named, data));
        }
        return named != null;
    }

    private static boolean same(Path one, Path other) {
        return one.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
    }

    private static Restore.Restored restore(Path archive, Path data, boolean replace) {
        try {
            return new Restore(archive).into(data, replace);
        } catch (BackupException e) {
            throw new CommandFailure(ExitCode.FAILURE, e.reasons(), e);
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.IN_USE) {
                throw new CommandFailure(
                        ExitCode.DATA_IN_USE, List.of(String.valueOf(e.getMessage())), e);
            }
            throw e;
        }
    }

    private static String text(Restore.Restored restored, Path data) {
        Manifest manifest = restored.manifest();
        String text =
                "Restored to %s what was there at %s: %d messages, %d deliveries, %d files. %s"
                        .formatted(
                                data.toAbsolutePath().normalize(),
                                manifest.createdAt(),
                                manifest.messages(),
                                manifest.deliveries(),
                                manifest.files(),
                                judged(restored.doubts()));
        return restored.before()
                .map(before -> text + "\nWhat was there before is in " + before + ".")
                .orElse(text);
    }

    private static String judged(List<String> doubts) {
        return doubts.isEmpty()
                ? "All checks hold."
                : "Not everything in it is as it should be; a server can use it all the same:\n  "
                        + String.join("\n  ", doubts);
    }

    /// What was restored, as JSON.
    record Report(
            String data,
            BackupCommand.Report backup,
            @Nullable String before,
            List<String> doubts) {
        static Report of(Path archive, Restore.Restored restored, Path data) {
            return new Report(
                    data.toAbsolutePath().normalize().toString(),
                    BackupCommand.Report.of(archive, restored.manifest()),
                    restored.before().map(Path::toString).orElse(null),
                    restored.doubts());
        }
    }
}
