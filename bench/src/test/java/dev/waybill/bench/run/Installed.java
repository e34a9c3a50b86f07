package dev.waybill.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The jar that the build has just made with its launcher, without the sources that this one would compare it with.
final class Installed {
    private Installed() {}

    /// Gives the launcher.
    static Path in(Path folder) throws IOException {
        Path target = Path.of("../cli/target").toRealPath();
        Files.createDirectory(folder.resolve("lib"));
        for (String file : List.of("waybill.jar", "cli.aot", "server.aot")) {
            Files.createSymbolicLink(folder.resolve("lib").resolve(file), target.resolve(file));
        }
        return Files.copy(Path.of("../waybill"), folder.resolve("waybill"));
    }
}
