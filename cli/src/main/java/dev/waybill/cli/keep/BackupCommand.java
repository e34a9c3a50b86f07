package dev.waybill.cli.keep;

import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import dev.waybill.cli.command.Options;
import dev.waybill.cli.command.Terminal;
import dev.waybill.server.Product;
import dev.waybill.server.backup.Backup;
import dev.waybill.server.backup.BackupException;
import dev.waybill.server.backup.Manifest;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.DatabaseTarget;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// `waybill backup`: copies a data folder to one archive while its server runs.
public record BackupCommand(Terminal terminal) implements Command {
    private static final String WITHOUT_SECRETS = "--without-secrets";

    @Override
    public String name() {
        return "backup";
    }

    @Override
    public String summary() {
        return "Copy a data folder to one archive, while its server runs or not.";
    }

    @Override
    public List<String> examples() {
        return List.of(
                "waybill backup relay.zip",
                "waybill backup /backups --data /var/lib/waybill --without-secrets");
    }

    @Override
    public void addOptions(CommandSpec spec) {
        Options.addWord(spec, "target", "The archive to write, or a folder for it.");
        spec.addOption(
                Options.flag(
                        "Leave out keys.json and the key that credentials are sealed with.",
                        WITHOUT_SECRETS));
        Options.addSettings(spec);
    }

    @Override
    public ExitCode run(Given given) {
        Config config = Options.config(given, terminal.environment()).config();
        Path data = config.server().data();
        if (config.store().database() instanceof DatabaseTarget.Postgres) {
            throw new CommandFailure(
                    ExitCode.FAILURE,
                    List.of(
                            "the data is in PostgreSQL, whose own tools copy it: pg_dump --format=custom --file=waybill.dump <database>",
                            "after that, copy "
                                    + data.resolve("files")
                                    + " and "
                                    + data.resolve("credentials.key")
                                    + " of each server"),
                    null);
        }
        Backup.Written written = write(data, Path.of(given.word("target")), given);
        Manifest manifest = written.manifest();
        if (given.json()) {
            terminal.printJson(Report.of(written.file(), manifest));
        } else {
            terminal.print(
                    "Wrote %s: %d messages, %d deliveries, %d files, %d bytes before compression."
                            .formatted(
                                    written.file(),
                                    manifest.messages(),
                                    manifest.deliveries(),
                                    manifest.files(),
                                    manifest.bytes()));
        }
        return ExitCode.OK;
    }

    private static Backup.Written write(Path data, Path target, Given given) {
        try {
            return new Backup(data, InstantSource.system(), Product.version())
                    .write(target, !given.has(WITHOUT_SECRETS));
        } catch (BackupException e) {
            throw new CommandFailure(ExitCode.FAILURE, e.reasons(), e);
        }
    }

    /// What an archive holds, as JSON.
    record Report(
            String file,
            String version,
            Instant createdAt,
            int schema,
            long messages,
            long deliveries,
            long files,
            long bytes) {
        static Report of(Path file, Manifest manifest) {
            return new Report(
                    file.toString(),
                    manifest.version(),
                    manifest.createdAt(),
                    manifest.schema(),
                    manifest.messages(),
                    manifest.deliveries(),
                    manifest.files(),
                    manifest.bytes());
        }
    }
}
