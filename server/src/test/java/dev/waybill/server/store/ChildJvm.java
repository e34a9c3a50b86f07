package dev.waybill.server.store;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Starts a class of the test class path in a process of its own.
public final class ChildJvm {
    private ChildJvm() {}

    public static Process start(Class<?> main, String first, String second, List<String> more)
            throws IOException {
        return builder(main, first, second, more).start();
    }

    /// The same where nothing else can be started: there is nowhere to look for it.
    public static Process alone(Class<?> main, String first, String second, List<String> more)
            throws IOException {
        ProcessBuilder builder = builder(main, first, second, more);
        builder.environment().clear();
        builder.environment().put("PATH", "");
        return builder.start();
    }

    private static ProcessBuilder builder(
            Class<?> main, String first, String second, List<String> more) {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                main.getName(),
                                first,
                                second));
        command.addAll(more);
        return new ProcessBuilder(command).redirectError(Redirect.INHERIT);
    }
}
