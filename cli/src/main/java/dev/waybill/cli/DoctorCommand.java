package dev.waybill.cli;

import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import dev.waybill.cli.command.Options;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.command.Terminal.Colour;
import dev.waybill.cli.doctor.Doctor;
import dev.waybill.cli.doctor.Finding;
import dev.waybill.cli.doctor.Finding.Outcome;
import dev.waybill.server.config.Config;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/// `waybill doctor`: looks for what would keep a server from running well here.
record DoctorCommand(Terminal terminal) implements Command {

    @Override
    public String name() {
        return "doctor";
    }

    @Override
    public String summary() {
        return "Look for what would keep a server from running well here, and say what to do about it.";
    }

    @Override
    public List<String> examples() {
        return List.of("waybill doctor", "waybill doctor --data /var/lib/waybill --json");
    }

    @Override
    public void addOptions(CommandSpec spec) {
        Options.addSettings(spec);
    }

    @Override
    public ExitCode run(Given given) {
        Config config = Options.config(given, terminal.environment()).config();
        List<Finding> findings = Doctor.examine(config);
        if (given.json()) {
            terminal.printJson(findings.stream().map(Report::of).toList());
        } else {
            terminal.print(findings.stream().map(this::text).collect(Collectors.joining("\n")));
        }
        boolean failed = findings.stream().anyMatch(finding -> finding.outcome() == Outcome.FAIL);
        return failed ? ExitCode.FAILURE : ExitCode.OK;
    }

    private String text(Finding finding) {
        String word = "%-4s".formatted(finding.outcome().word());
        String line =
                "%s  %-12s %s"
                        .formatted(
                                terminal.paint(colour(finding.outcome()), word),
                                finding.check(),
                                finding.detail());
        return finding.advice() == null
                ? line
                : line + "\n                    → " + finding.advice();
    }

    private static Colour colour(Outcome outcome) {
        return switch (outcome) {
            case OK -> Colour.GREEN;
            case WARN -> Colour.YELLOW;
            case FAIL -> Colour.RED;
        };
    }

    /// One finding as JSON.
    record Report(String check, String outcome, String detail, @Nullable String advice) {
        static Report of(Finding finding) {
            return new Report(
                    finding.check(), finding.outcome().word(), finding.detail(), finding.advice());
        }
    }
}
