package dev.waybill.cli.bench;

import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Terminal;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What a run does to a server and leaves there, said before anything is asked of it, and whether somebody wants that.
record Consent(URI server, Duration length, boolean here) {
    static final String YES = "--yes";

    /// The rows of one message: itself, its delivery, its place on record, its words in the index.
    static final int KILOBYTES_EACH = 5;

    private static final int BUSY = 10_000;

    /// Goes on only if somebody agrees, or has agreed on the command line.
    void obtain(Terminal terminal, boolean agreed) {
        if (!agreed && !terminal.attended()) {
            List<String> reasons = new ArrayList<>(terms());
            reasons.add(
                    "nobody is there to be asked, so nothing was done; " + YES + " agrees to it");
            throw new CommandFailure(ExitCode.USAGE, reasons, null);
        }
        terms().forEach(terminal.err()::println);
        if (!agreed && !terminal.agrees("Go on?")) {
            throw new CommandFailure(ExitCode.FAILURE, "nothing was done");
        }
    }

    private List<String> terms() {
        return List.of(
                String.format(
                        Locale.ROOT,
                        "For about %d s %s gets as many messages of 1 KB as it takes; whoever uses it meanwhile will notice.",
                        length.toSeconds() * 7 / 3,
                        server),
                here
                        ? "Agents called bench-… are registered in your workspace and removed afterwards. What they said stays"
                                + " there, for those who may see all conversations, and on record."
                        : "A workspace is made for it and deleted afterwards: nobody gets into it any more, and no list shows it.",
                String.format(
                        Locale.ROOT,
                        "The rows of the messages stay in the database, about %d KB for each: %,d MB if it takes %,d a second.",
                        KILOBYTES_EACH,
                        length.toSeconds() * BUSY * KILOBYTES_EACH * 4 / 3 / 1000,
                        BUSY));
    }
}
