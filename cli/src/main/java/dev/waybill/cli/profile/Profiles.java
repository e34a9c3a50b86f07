package dev.waybill.cli.profile;

import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Terminal;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.UnaryOperator;

/// The file that keeps a person's profiles, readable by its owner alone.
public final class Profiles {
    private static final String FILE = "profiles.json";
    private static final String LOCK = "profiles.lock";

    private final Path folder;
    private final Json json = new Json(JsonLimits.DEFAULTS);

    public Profiles(Path folder) {
        this.folder = folder;
    }

    /// In the folder for a user's configuration; one that is not absolute does not count.
    public static Profiles of(Terminal terminal) {
        Path configuration =
                terminal.variable("XDG_CONFIG_HOME")
                        .map(Path::of)
                        .filter(Path::isAbsolute)
                        .orElseGet(() -> home(terminal).resolve(".config"));
        return new Profiles(configuration.resolve("waybill"));
    }

    private static Path home(Terminal terminal) {
        return Path.of(terminal.variable("HOME").orElseGet(() -> System.getProperty("user.home")));
    }

    public Path file() {
        return folder.resolve(FILE);
    }

    public ProfileBook read() {
        if (!Files.exists(file())) {
            return ProfileBook.EMPTY;
        }
        try {
            return json.read(Files.readAllBytes(file()), ProfileBook.class);
        } catch (JsonFault e) {
            throw new CommandFailure(
                    ExitCode.CONFIGURATION,
                    List.of(file() + " holds no profiles: " + e.getMessage()),
                    e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file(), e);
        }
    }

    /// Reads, changes and writes as one step: of two commands at once, neither loses what the other has kept.
    public ProfileBook change(UnaryOperator<ProfileBook> change) {
        try {
            OwnerOnly.createFolder(folder);
            try (FileChannel lock =
                            FileChannel.open(
                                    OwnerOnly.file(folder.resolve(LOCK)),
                                    StandardOpenOption.WRITE);
                    var _ = lock.lock()) {
                ProfileBook changed = change.apply(read());
                OwnerOnly.replace(file(), json.pretty(changed).getBytes(StandardCharsets.UTF_8));
                return changed;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file(), e);
        }
    }
}
