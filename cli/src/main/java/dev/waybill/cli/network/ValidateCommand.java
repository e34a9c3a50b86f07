package dev.waybill.cli.network;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import dev.waybill.cli.command.Options;
import dev.waybill.cli.command.Terminal;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.Freshness;
import dev.waybill.protocol.network.NetworkProfile;
import dev.waybill.protocol.network.ProfileName;
import dev.waybill.protocol.network.json.NotJson;
import dev.waybill.protocol.network.json.ObjectText;
import dev.waybill.protocol.network.json.Tree;
import dev.waybill.protocol.network.prompt.Suspicion;
import dev.waybill.protocol.network.text.LenientUtf8;
import dev.waybill.protocol.network.wire.EnvelopeReader;
import dev.waybill.protocol.network.wire.Reading;
import dev.waybill.protocol.wire.WireWord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/// `waybill network validate`: says of each line what would become of such an envelope. Needs no server.
record ValidateCommand(Terminal terminal, InstantSource clock) implements Command {
    private static final String PROFILE = "--profile";
    private static final String NOW = "--now";
    private static final String WINDOW = "--window";

    @Override
    public String name() {
        return "validate";
    }

    @Override
    public String summary() {
        return "Say of each line of standard input whether it would be taken as an envelope, and why not.";
    }

    @Override
    public List<String> examples() {
        return List.of(
                "waybill network validate < envelopes.jsonl",
                "waybill network validate --profile workspace --now 1775822400 --window 300 < envelopes.jsonl");
    }

    @Override
    public void addOptions(CommandSpec spec) {
        spec.addOption(
                Options.text(PROFILE, "profile", "'channel' (if not given) or 'workspace'."));
        spec.addOption(
                Options.text(NOW, "epoch", "The second to take for now, such as 1775822400."));
        spec.addOption(
                Options.text(WINDOW, "seconds", "How old a message may be; 300 if not given."));
    }

    @Override
    public ExitCode run(Given given) {
        EnvelopeReader reader = new EnvelopeReader(profile(given));
        Freshness freshness =
                given.value(WINDOW)
                        .map(text -> new Freshness(Duration.ofSeconds(number(WINDOW, text))))
                        .orElse(Freshness.DEFAULT);
        @Nullable Instant fixed =
                given.value(NOW).map(text -> instant(number(NOW, text))).orElse(null);
        try (RawLines lines = new RawLines(terminal.in())) {
            for (byte[] line = lines.next(); line != null; line = lines.next()) {
                Instant now = fixed == null ? clock.instant() : fixed;
                terminal.out().println(verdict(reader.read(document(line), freshness, now)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read standard input", e);
        } finally {
            terminal.out().flush();
        }
        return ExitCode.OK;
    }

    /// A line may be the envelope itself, or a string that holds it.
    private static byte[] document(byte[] line) {
        try {
            String text = LenientUtf8.decode(line);
            return text.stripLeading().startsWith("\"")
                            && Tree.read(text) instanceof Tree.Text string
                    ? string.value().getBytes(UTF_8)
                    : line;
        } catch (NotJson _) {
            return line;
        }
    }

    private static String verdict(Reading reading) {
        ObjectText verdict = new ObjectText();
        switch (reading) {
            case Reading.Accepted(var envelope, var warnings) -> {
                verdict.put("verdict", "accept").putNull("reason");
                String notes = notes(envelope, warnings);
                if (notes.isEmpty()) {
                    verdict.putNull("detail");
                } else {
                    verdict.put("detail", notes);
                }
            }
            case Reading.Rejected rejected ->
                    verdict.put("verdict", "reject")
                            .put("reason", rejected.reason().wire())
                            .put("detail", rejected.detail());
        }
        return verdict.done().text();
    }

    private static String notes(Envelope envelope, List<String> warnings) {
        return String.join(
                "; ",
                Stream.concat(
                                warnings.stream(),
                                Suspicion.of(envelope).stream()
                                        .map(suspicion -> "looks like " + suspicion.wire()))
                        .toList());
    }

    private static NetworkProfile profile(Given given) {
        try {
            return given.value(PROFILE)
                    .map(word -> WireWord.parse(ProfileName.class, word))
                    .map(NetworkProfile::of)
                    .orElse(NetworkProfile.CHANNEL);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.USAGE, PROFILE + ": " + e.getMessage());
        }
    }

    private static Instant instant(long epoch) {
        try {
            return Instant.ofEpochSecond(epoch);
        } catch (DateTimeException _) {
            throw new CommandFailure(ExitCode.USAGE, NOW + ": " + epoch + " is no time");
        }
    }

    private static long number(String option, String text) {
        try {
            long number = Long.parseLong(text);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Said below.
        }
        throw new CommandFailure(
                ExitCode.USAGE, option + ": '" + text + "' is not a number of seconds");
    }
}
