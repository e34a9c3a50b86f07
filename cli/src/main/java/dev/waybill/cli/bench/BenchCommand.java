package dev.waybill.cli.bench;

import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import dev.waybill.cli.command.Options;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.profile.Access;
import dev.waybill.cli.remote.Session;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// `waybill bench`: measures the server that the other commands would talk to.
public record BenchCommand(Terminal terminal) implements Command {
    private static final String SECONDS = "--seconds";
    private static final String RATE = "--rate";
    private static final String HERE = "--here";
    private static final int MOST_SECONDS = 3600;
    private static final int MOST_PER_SECOND = 100_000;

    @Override
    public String name() {
        return "bench";
    }

    @Override
    public String summary() {
        return "Measure how fast a server takes and delivers messages, in a workspace that is made for it.";
    }

    @Override
    public List<String> examples() {
        return List.of(
                "waybill bench",
                "waybill bench --seconds 30 --rate 500 --yes --json",
                "waybill bench --here");
    }

    @Override
    public void addOptions(CommandSpec spec) {
        spec.addOption(
                Options.text(
                        SECONDS, "number", "How long each of the two parts takes; 5 if left out."));
        spec.addOption(
                Options.text(
                        RATE, "number", "Messages a second for the second part; 200 if left out."));
        spec.addOption(
                Options.flag(
                        "Make no workspace, but use agents in that of the profile; what they say stays in it.",
                        HERE));
        spec.addOption(
                Options.flag(
                        "Agree to what is said before it begins, as scripts have to.",
                        Consent.YES));
        Access.addOptions(spec);
    }

    @Override
    public ExitCode run(Given given) {
        Session session = Session.of(terminal, given);
        Duration length = Duration.ofSeconds(number(session, SECONDS, 5, MOST_SECONDS));
        int rate = number(session, RATE, 200, MOST_PER_SECOND);
        boolean here = given.has(HERE);
        new Consent(session.access().url(), length, here).obtain(terminal, given.has(Consent.YES));
        try (Ground ground = here ? Ground.own(session) : Ground.made(session);
                Field field = Field.open(ground)) {
            Outcome outcome = new Measuring(session, field, length, rate).run(ground.name());
            session.show(outcome.document(), outcome.text());
        }
        return ExitCode.OK;
    }

    private static int number(Session session, String option, int otherwise, int most) {
        String given = session.value(option).orElse(Integer.toString(otherwise));
        try {
            int number = Integer.parseInt(given);
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // said below, as for a number that does not fit
        }
        throw Session.misused(
                "%s takes a number from 1 to %d: '%s'".formatted(option, most, given));
    }
}
