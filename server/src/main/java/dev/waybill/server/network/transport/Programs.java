package dev.waybill.server.network.transport;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds a program as a shell does. Also where a system keeps its servers: the PATH of ordinary users often leaves that
/// out.
final class Programs {
    private static final String SERVERS = "/usr/local/sbin:/usr/sbin";

    private Programs() {}

    static Optional<Path> find(String command, String searchPath) {
        if (command.contains(File.separator)) {
            return Optional.of(Path.of(command)).filter(Programs::runs);
        }
        return Stream.concat(
                        Arrays.stream(searchPath.split(File.pathSeparator)),
                        Arrays.stream(SERVERS.split(":")))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, command))
                .filter(Programs::runs)
                .findFirst();
    }

    private static boolean runs(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
