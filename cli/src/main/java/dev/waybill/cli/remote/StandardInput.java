package dev.waybill.cli.remote;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.cli.command.Terminal;
import java.io.IOException;
import java.io.UncheckedIOException;

/// What is piped into a command.
public final class StandardInput {
    private static final int MOST = 1 << 20;

    private StandardInput() {}

    public static String read(Terminal terminal) {
        try {
            return new String(terminal.in().readNBytes(MOST), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read standard input", e);
        }
    }
}
